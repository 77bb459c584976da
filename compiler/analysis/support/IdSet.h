// Sets of small numbers as sorted words of bits: compact when the numbers lie close together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace kasuri {

class IdSet {
public:
  bool empty() const { return blocks.empty(); }

  bool contains(uint32_t id) const { return wordAt(id / 64) >> id % 64 & 1; }

  /// The members from 64 * index on, 64 of them: a bit for each.
  uint64_t wordAt(uint32_t index) const {
    auto place = find(index);
    return place != blocks.end() && place->index == index ? place->word : 0;
  }

  /// Adds those of such a word, which is not 0.
  void insertWord(uint32_t index, uint64_t word) {
    if (blocks.empty() || blocks.back().index < index) {
      blocks.push_back({index, word});
      return;
    }
    auto place = blocks.begin() + (find(index) - blocks.cbegin());
    if (place->index != index)
      place = blocks.insert(place, {index, 0});
    place->word |= word;
  }

  bool insert(uint32_t id) {
    if (blocks.empty() || blocks.back().index < id / 64) {
      blocks.push_back({id / 64, uint64_t(1) << id % 64});
      return true;
    }
    auto place = blocks.begin() + (find(id / 64) - blocks.cbegin());
    if (place->index != id / 64)
      place = blocks.insert(place, {id / 64, 0});
    uint64_t before = place->word;
    place->word |= uint64_t(1) << id % 64;
    return place->word != before;
  }

  void insertAll(const IdSet &other) {
    std::vector<Block> all;
    all.reserve(blocks.size() + other.blocks.size());
    auto mine = blocks.cbegin();
    for (const Block &block : other.blocks) {
      while (mine != blocks.cend() && mine->index < block.index)
        all.push_back(*mine++);
      const bool isBoth = mine != blocks.cend() && mine->index == block.index;
      all.push_back({block.index, block.word | (isBoth ? (mine++)->word : 0)});
    }
    all.insert(all.end(), mine, blocks.cend());
    blocks = std::move(all);
  }

  /// Erases what is in `other`, by way of whichever is shorter.
  void eraseAll(const IdSet &other) {
    bool isEmptied = false;
    auto clear = [&](Block &block, uint64_t erased) {
      block.word &= ~erased;
      isEmptied |= block.word == 0;
    };
    if (blocks.size() < other.blocks.size()) {
      for (Block &block : blocks)
        clear(block, other.wordAt(block.index));
    } else {
      for (const Block &block : other.blocks)
        if (auto place = blocks.begin() + (find(block.index) - blocks.cbegin());
            place != blocks.end() && place->index == block.index)
          clear(*place, block.word);
    }
    if (isEmptied)
      std::erase_if(blocks, [](const Block &block) { return block.word == 0; });
  }

  /// Members that `other` has, too.
  size_t countCommon(const IdSet &other) const {
    size_t count = 0;
    for (const Block &block : blocks)
      count += static_cast<size_t>(std::popcount(block.word & other.wordAt(block.index)));
    return count;
  }

  /// In ascending order; `body` must not change this set.
  template <class Body> void forEach(Body body) const {
    for (const Block &block : blocks)
      visit(block.index, block.word, body);
  }

  /// Its words that are not 0, in ascending order; `body` must not change this set.
  template <class Body> void forEachWord(Body body) const {
    for (const Block &block : blocks)
      body(block.index, block.word);
  }

  /// The members of a word, in ascending order.
  template <class Body> static void forEachIn(uint32_t index, uint64_t word, Body body) {
    visit(index, word, body);
  }

  /// The members that `other` lacks, by words as above. `body` must change neither set.
  template <class Body> void forEachWordMissingIn(const IdSet &other, Body body) const {
    const bool isFew = blocks.size() * fewBlocks < other.blocks.size();
    auto there = other.blocks.begin();
    for (const Block &block : blocks) {
      if (isFew)
        there = other.find(block.index, there);
      else
        while (there != other.blocks.end() && there->index < block.index)
          ++there;
      const bool isBoth = there != other.blocks.end() && there->index == block.index;
      if (const uint64_t missing = block.word & ~(isBoth ? there->word : 0); missing != 0)
        body(block.index, missing);
    }
  }

  /// The members that `other` lacks; `body` may add to and erase from `other`.
  template <class Body> void forEachMissingIn(const IdSet &other, Body body) const {
    for (const Block &block : blocks)
      visit(block.index, block.word & ~other.wordAt(block.index), body);
  }

  auto operator<=>(const IdSet &) const = default;

private:
  struct Block {
    uint32_t index;
    uint64_t word; ///< never 0
    auto operator<=>(const Block &) const = default;
  };
  std::vector<Block> blocks; ///< by index

  using Place = std::vector<Block>::const_iterator;

  /// So many times as many blocks are rather searched than gone through.
  static constexpr size_t fewBlocks = 8;

  Place find(uint32_t index) const { return find(index, blocks.begin()); }

  /// `from`: no block in front of it is wanted.
  Place find(uint32_t index, Place from) const {
    return std::lower_bound(from, blocks.end(), index, [](const Block &block, uint32_t wanted) {
      return block.index < wanted;
    });
  }

  template <class Body> static void visit(uint32_t index, uint64_t word, Body &body) {
    for (; word != 0; word &= word - 1)
      body(index * 64 + static_cast<uint32_t>(std::countr_zero(word)));
  }
};

} // namespace kasuri
