// The main of a fuzz target in an ordinary build: feeds it every file that is
// named, and every file below every folder that is named. Finding new inputs
// is libFuzzer's business (preset `fuzz`).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> Inputs(int argc, char** argv) {
  std::vector<fs::path> inputs;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      inputs.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) inputs.push_back(entry.path());
    }
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

bool Replay(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return false;
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  // A copy of the exact size on the heap: reading one byte beyond is seen.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<fs::path> inputs = Inputs(argc, argv);
  for (const fs::path& path : inputs) {
    // Named first, so that the last line of a crash's output is its input.
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    if (!Replay(path)) {
      std::printf("cannot be read\n");
      return 1;
    }
  }
  std::printf("%zu inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
