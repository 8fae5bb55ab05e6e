#ifndef ECT_UTIL_CHECKED_RECORDS_H_
#define ECT_UTIL_CHECKED_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>

#include "util/bytes.h"
#include "util/checksum.h"

namespace ect::util {

// Records of files of our own: a head and bytes. The head is a plain struct, without padding, that
// each kind of file defines for itself; among its numbers are
//     bytes     how many follow the head,
//     checksum  of the head, in which it is that of the bytes.
// So one checksum is for all of a record.

// What the checksum of a record is, whatever the head has there.
template <class Head>
requires std::is_trivially_copyable_v<Head> std::uint32_t checksum_of_record(
    Head head, std::span<const std::byte> bytes) {
  head.checksum = checksum_of(bytes);
  return checksum_of(std::as_bytes(std::span(&head, 1)));
}

// The head of a record of these bytes: it has their number, and the checksum.
template <class Head>
Head checked_head(Head head, std::span<const std::byte> bytes) {
  head.bytes = static_cast<decltype(head.bytes)>(bytes.size());
  head.checksum = checksum_of_record(head, bytes);
  return head;
}

// Whether these bytes are what the head was made for.
template <class Head>
bool is_undamaged(const Head& head, std::span<const std::byte> bytes) {
  return head.bytes == bytes.size() && head.checksum == checksum_of_record(head, bytes);
}

template <class Head>
void put_record(ByteWriter& to, const Head& head, std::span<const std::byte> bytes) {
  to.number(checked_head(head, bytes));
  to.raw(bytes);
}

template <class Head>
struct CheckedRecord {
  Head head;
  std::span<const std::byte> bytes;
};

// The record that `rest` begins with, which is then behind it; nothing, and `rest` as it was, where
// there is no whole and undamaged one.
template <class Head>
std::optional<CheckedRecord<Head>> next_record(std::span<const std::byte>& rest) {
  CheckedRecord<Head> record{};
  if (rest.size() < sizeof record.head) return std::nullopt;
  std::memcpy(&record.head, rest.data(), sizeof record.head);
  if (record.head.bytes > rest.size() - sizeof record.head) return std::nullopt;
  record.bytes = rest.subspan(sizeof record.head, record.head.bytes);
  if (!is_undamaged(record.head, record.bytes)) return std::nullopt;
  rest = rest.subspan(sizeof record.head + record.bytes.size());
  return record;
}

}  // namespace ect::util

#endif  // ECT_UTIL_CHECKED_RECORDS_H_
