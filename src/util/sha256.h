#ifndef ECT_UTIL_SHA256_H_
#define ECT_UTIL_SHA256_H_

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // OpenSSL's

namespace ect::util {

// SHA-256 (FIPS 180-4), a cryptographic digest. One object may hash many texts, one after the
// other, which is faster than an object for each. One thread at a time may use it.
class Sha256 {
 public:
  Sha256();

  // Appends to the text.
  void add(std::string_view text);
  // The digest of the text, as 64 hexadecimal digits in lower case. Then begins a new text.
  std::string hex();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string sha256_hex(std::string_view text);

}  // namespace ect::util

#endif  // ECT_UTIL_SHA256_H_
