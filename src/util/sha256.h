#ifndef ECT_UTIL_SHA256_H_
#define ECT_UTIL_SHA256_H_

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // OpenSSL's

namespace ect::util {

// SHA-256 (FIPS 180-4): a digest of 256 bits that nobody can make to order. One object may hash
// many texts, one after the other, and is quicker at it than an object for each. Not for several
// threads at once.
class Sha256 {
 public:
  Sha256();

  // The text goes on.
  void add(std::string_view text);
  // The digest of all that was added, as 64 hexadecimal digits in lower case; the next text begins.
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
