// Trees as arrays of nodes, children after their parents, evaluated in place.
//
// Example: [0] feature 3 below 0.5? else 2; [1] leaf -1; [2] leaf 1. For x = {3: 0.5} the walk goes
// from 0 to 2, as 0.5 is not below 0.5, and the tree adds 1. Numbers of nodes only grow on the way,
// so that a walk ends whatever the bytes hold. Tests: boosted_test.
#include "learners/trees/forest.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "learners/blobs.h"
#include "learners/learners.h"

namespace ect::learners {
namespace {

// In dense rows a feature is at its own number.
const float* value_of(Features x, std::uint32_t feature) {
  std::size_t at = feature;
  if (at >= x.indices.size() || x.indices[at] != feature) {
    at = static_cast<std::size_t>(std::lower_bound(x.indices.begin(), x.indices.end(), feature) -
                                  x.indices.begin());
    if (at == x.indices.size() || x.indices[at] != feature) return nullptr;
  }
  return &x.values[at];
}

// Nothing if the nodes are damaged.
std::optional<float> leaf_of(std::span<const ForestNode> nodes, std::size_t at, Features x) {
  while (at < nodes.size()) {
    const ForestNode& node = nodes[at];
    if (node.other == 0) return node.value;
    if (node.other / 2 <= at) return std::nullopt;
    const float* value = value_of(x, node.feature);
    const bool below = value != nullptr ? *value < node.value : node.other % 2 == 1;
    at = below ? at + 1 : node.other / 2;
  }
  return std::nullopt;
}

struct Header {
  float base;
  std::uint32_t trees;
};

}  // namespace

std::optional<float> forest_margin(std::span<const std::byte> blob, Features x) {
  if (blob.empty()) return 0.0F;
  Header header{};
  if (blob.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, blob.data(), sizeof header);
  const std::span<const std::byte> behind = blob.subspan(sizeof header);
  if (header.trees > behind.size() / sizeof(std::uint32_t)) return std::nullopt;
  const std::span roots(reinterpret_cast<const std::uint32_t*>(behind.data()), header.trees);
  const std::span<const std::byte> rest = behind.subspan(roots.size_bytes());
  const std::span nodes(reinterpret_cast<const ForestNode*>(rest.data()),
                        rest.size() / sizeof(ForestNode));
  float sum = header.base;
  for (const std::uint32_t root : roots) {
    const std::optional<float> leaf = leaf_of(nodes, root, x);
    if (!leaf) return std::nullopt;
    sum += *leaf;
  }
  return sum;
}

float margin_of_forest(const Forest& trees, Features x) {
  float sum = 0;
  for (const std::uint32_t root : trees.roots) {
    sum += leaf_of(trees.nodes, root, x).value_or(0);
  }
  return sum;
}

std::vector<std::byte> forest_blob(float base, const Forest& trees) {
  const Header header{base, static_cast<std::uint32_t>(trees.roots.size())};
  const std::span roots = std::as_bytes(std::span(trees.roots));
  const std::span nodes = std::as_bytes(std::span(trees.nodes));
  const std::span head = std::as_bytes(std::span(&header, 1));
  std::vector<std::byte> bytes;
  for (const std::span<const std::byte> part :
       {std::span<const std::byte>(head), std::span<const std::byte>(roots),
        std::span<const std::byte>(nodes)}) {
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

std::unique_ptr<TrainedClassifiers> load_forest(StoredClassifiers stored, std::uint32_t problems,
                                                Verify verify) {
  return std::make_unique<BlobClassifiers>(std::move(stored), problems, verify, forest_margin,
                                           "a branch of a tree leads outside of it");
}

}  // namespace ect::learners
