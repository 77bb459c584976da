/* PARALLEL: 0 OPTIONS: --min-gain=0 LAYERS: 2 */
