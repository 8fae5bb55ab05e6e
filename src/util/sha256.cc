// SHA-256 by OpenSSL's libcrypto, which uses the machine's SHA instructions. A context looks its
// algorithm up once and can be reset; the look-up is most of what a short text costs.
// Tests: sha256_test.
#include "util/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

#include "ect/error.h"

namespace ect::util {
namespace {

// Throws if an OpenSSL call failed, which it does only if the library is configured without
// SHA-256.
void demand(int done) {
  if (done != 1) throw Error::input_output("OpenSSL's library has no SHA-256 on this machine");
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (!context_) throw std::bad_alloc();
  demand(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

void Sha256::add(std::string_view text) {
  demand(EVP_DigestUpdate(context_.get(), text.data(), text.size()));
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  demand(EVP_DigestFinal_ex(context_.get(), digest.data(), &size));
  demand(EVP_DigestInit_ex(context_.get(), nullptr, nullptr));
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * std::size_t{size});
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

std::string sha256_hex(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

}  // namespace ect::util
