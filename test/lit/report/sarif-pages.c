// In report.sarif, the tool and each rule lead to the documentation, where the Debian package has it.
// RUN: rm -rf %t && kasuri --cores=2 --min-gain=0 %s --report=%t
// RUN: FileCheck %s < %t/report.sarif
// CHECK: "informationUri": "file:///usr/share/doc/kasuri/README.md"
// CHECK: "id": "Doall"
// CHECK: "helpUri": "file:///usr/share/doc/kasuri/docs/user-guide.md"
// CHECK: "id": "CarriedFlow"
// CHECK: "helpUri": "file:///usr/share/doc/kasuri/docs/obstacles/CarriedFlow.md"

int a[1000];

int main(void) {
  for (int i = 1; i < 1000; i++)
    a[i] += a[i - 1];
  return a[5];
}
