// Empty: exists so that precompiled headers have targets of their own.
