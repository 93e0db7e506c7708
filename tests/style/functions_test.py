"""functions.py counts what one counts by hand."""
import pathlib
import sys
import tempfile
import unittest

import functions
import tree

HEADER = '''// A header.
namespace a {

/// A type with a contract.
class Door {
 public:
  Door(int width) : width_{width} {}
  /// Opens.
  void Open();
  bool Close(int hard = 1);
  int width() const { return width_; }

 private:
  struct Hinge {
    void Oil();
    class Screw {
     public:
      int Turn();
    };
  };
  void Creak();
  int width_ = 0;
};

enum class Colour { kRed, kBlue };

inline int Sum(int n) {
  if (n > 0) {
    return "{" [0] + n;
  }
  return n;
}

}  // namespace a
'''


def parsed():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "door.h").write_text(HEADER, encoding="utf-8")
        file = tree.Tree(folder).file("door.h")
        return (list(functions.functions(file)),
                list(functions.declarations(file)))


class FunctionsTest(unittest.TestCase):

    def test_functions(self):
        self.assertEqual(parsed()[0], [(7, 1, "Door"), (11, 1, "width"),
                                       (27, 6, "Sum")])

    def test_declarations(self):
        self.assertEqual(parsed()[1], [
            (5, "Door", True), (9, "Open", True), (10, "Close", True),
            (25, "Colour", False), (27, "Sum", False)])


if __name__ == "__main__":
    sys.exit(unittest.main())
