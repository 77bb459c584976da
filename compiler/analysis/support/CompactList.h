// A list in one pointer, for members that are empty in most of many objects.
//
//     Access::offset      0 in most of a million accesses: no terms, 8 bytes
//
// A vector takes three pointers, empty or not. Here, number and room of the elements are in front
// of them, and an empty list has no memory. It otherwise behaves as a vector: elements keep their
// order, lists are compared element by element, a copy has room for what it holds and no more.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

namespace kasuri {

template <class T> class CompactList {
public:
  using value_type = T;

  CompactList() = default;
  CompactList(std::initializer_list<T> list) : CompactList(list.begin(), list.end()) {}
  template <class Iterator> CompactList(Iterator first, Iterator last) {
    reserve(static_cast<size_t>(std::distance(first, last)));
    for (; first != last; ++first)
      emplace_back(*first);
  }
  CompactList(const CompactList &other) {
    if (other.head)
      *this = CompactList(other.begin(), other.end());
  }
  CompactList(CompactList &&other) noexcept : head(std::exchange(other.head, nullptr)) {}
  CompactList &operator=(CompactList other) noexcept {
    std::swap(head, other.head);
    return *this;
  }
  ~CompactList() {
    if (!head)
      return;
    std::destroy(begin(), end());
    ::operator delete(head);
  }

  size_t size() const { return head ? head->size : 0; }
  bool empty() const { return size() == 0; }
  T *begin() { return head ? elementsOf(head) : nullptr; }
  T *end() { return begin() + size(); }
  const T *begin() const { return head ? elementsOf(head) : nullptr; }
  const T *end() const { return begin() + size(); }
  T &operator[](size_t index) { return begin()[index]; }
  const T &operator[](size_t index) const { return begin()[index]; }
  const T &front() const { return *begin(); }

  void push_back(T element) { emplace_back(std::move(element)); }
  template <class... Parts> void emplace_back(Parts &&...parts) {
    if (!head || head->size == head->room) {
      T element(std::forward<Parts>(parts)...); // the parts may be in this list
      reserve(std::max<size_t>(1, size() * 2));
      std::construct_at(end(), std::move(element));
    } else {
      std::construct_at(end(), std::forward<Parts>(parts)...);
    }
    ++head->size;
  }
  void clear() { *this = {}; }
  template <class Test> void eraseIf(Test isErased) {
    T *rest = std::remove_if(begin(), end(), isErased);
    const size_t erased = static_cast<size_t>(end() - rest);
    std::destroy(rest, end());
    if (erased > 0)
      head->size -= static_cast<uint32_t>(erased);
  }

  bool operator==(const CompactList &other) const {
    return head == other.head || std::equal(begin(), end(), other.begin(), other.end());
  }
  auto operator<=>(const CompactList &other) const {
    return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
  }

private:
  struct alignas(std::max_align_t) Head {
    uint32_t size, room;
  };
  Head *head = nullptr; ///< the elements are behind it

  template <class Any> static auto elementsOf(Any *head) { return reinterpret_cast<T *>(head + 1); }

  void reserve(size_t room) {
    if (room <= size())
      return;
    void *memory = ::operator new(sizeof(Head) + room * sizeof(T));
    Head *made = new (memory) Head{static_cast<uint32_t>(size()), static_cast<uint32_t>(room)};
    std::uninitialized_move(begin(), end(), elementsOf(made));
    std::destroy(begin(), end());
    ::operator delete(std::exchange(head, made));
  }
};

} // namespace kasuri
