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

// Records with checksums, for the project's own file formats: a head and the bytes that follow it.
// The head is a plain struct without padding, defined by each kind of file; it must have the
// members
//     bytes     how many bytes follow the head,
//     checksum  of the head, computed while this member holds the checksum of the bytes.
// So one checksum covers the whole record.

// The checksum of a record; the head's own `checksum` is ignored.
template <class Head>
requires std::is_trivially_copyable_v<Head> std::uint32_t checksum_of_record(
    Head head, std::span<const std::byte> bytes) {
  head.checksum = checksum_of(bytes);
  return checksum_of(std::as_bytes(std::span(&head, 1)));
}

// The head with `bytes` and `checksum` set for a record of these bytes.
template <class Head>
Head checked_head(Head head, std::span<const std::byte> bytes) {
  head.bytes = static_cast<decltype(head.bytes)>(bytes.size());
  head.checksum = checksum_of_record(head, bytes);
  return head;
}

// Whether the head belongs to these bytes and neither is damaged.
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

// Takes the first record off `rest`. If that is cut off or damaged, returns nothing and leaves
// `rest` as it was.
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
