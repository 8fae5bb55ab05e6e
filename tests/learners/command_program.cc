// An external learner for tests. command_program HOW [LOG]: HOW is its behaviour, LOG a file for
// the lines that it receives.
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace {

using Json = nlohmann::json;

// Longer than any test waits; not for ever, should a test fail to end us.
[[noreturn]] void sleep_for_ever() {
  for (int i = 0; i < 300; ++i) std::this_thread::sleep_for(std::chrono::seconds(1));
  std::exit(9);
}

// The difference of the sides' weighted means, and what lies half-way between them.
struct Centroids {
  std::map<std::uint32_t, double> direction;
  double bias = 0;

  double margin(const Json& features) const {
    double sum = bias;
    for (const Json& feature : features) {
      const auto at = direction.find(feature[0].get<std::uint32_t>());
      if (at != direction.end()) sum += at->second * feature[1].get<double>();
    }
    return sum;
  }
};

class Learner {
 public:
  Learner(std::string how, const char* log) : how_(std::move(how)) {
    if (log != nullptr) log_.open(log);
  }

  void run() {
    for (std::string line; next(line);) {
      const Json request = Json::parse(line);
      const auto what = request.at("do").get<std::string>();
      if (what == "bye") return;
      id_ = request.at("id").get<std::uint64_t>();
      if (how_ == what + "-hang") sleep_for_ever();
      if (how_ == what + "-exit") std::exit(7);
      if (how_ == what + "-killed") ::raise(SIGKILL);
      if (how_ == what + "-nonsense") reply("hello world");
      if (how_ == what + "-novel") reply(std::string(std::size_t{100} << 20, 'x'));
      if (how_ == what + "-closes") {
        ::close(STDOUT_FILENO);
        sleep_for_ever();
      }
      if (how_ == what + "-wrong-id") id_ += 1000;
      if (how_ == what + "-says") return answer({{"error", "I do not feel like it"}});
      if (what == "hello") hello();
      if (what == "fit") fit(request);
      if (what == "load") load(request);
      if (what == "ask") ask(request);
      if (how_ == what + "-twice") reply("{\"id\":" + std::to_string(id_) + "}");
    }
  }

 private:
  bool next(std::string& line) {
    if (!std::getline(std::cin, line)) return false;
    if (log_.is_open()) log_ << line << std::endl;
    return true;
  }
  static void reply(const std::string& line) { std::cout << line << std::endl; }
  void answer(Json json) const {
    json["id"] = id_;
    reply(json.dump());
  }

  void hello() const {
    if (how_ == "nameless") return answer({{"weights", true}});
    if (how_ == "person") return answer({{"name", "a person"}, {"learns", false}});
    answer({{"name", how_ == "other" ? "other" : "centroids"}, {"weights", how_ != "weightless"}});
  }

  void fit(const Json& request) {
    std::map<std::uint32_t, double> sums[2];
    double weights[2] = {0, 0};
    const auto examples = request.at("examples").get<std::size_t>();
    for (std::size_t i = 0; i < examples; ++i) {
      std::string line;
      if (!next(line)) std::exit(3);
      if (how_ == "mid-fit-exit" && i == examples / 2) std::exit(4);
      const Json example = Json::parse(line);
      const std::size_t side = example.at("side") == "right" ? 1 : 0;
      const auto weight = example.at("weight").get<double>();
      weights[side] += weight;
      for (const Json& feature : example.at("features")) {
        sums[side][feature[0].get<std::uint32_t>()] += weight * feature[1].get<double>();
      }
    }
    Centroids& learnt = problems_[request.at("problem").get<std::uint32_t>()];
    learnt = {};
    for (const std::size_t side : {0U, 1U}) {
      const double sign = side == 1 ? 1 : -1;
      for (const auto& [feature, sum] : sums[side]) {
        const double mean = sum / weights[side];
        learnt.direction[feature] += sign * mean;
        learnt.bias -= sign * mean * mean / 2;
      }
    }
    Json model = {{"bias", learnt.bias}, {"direction", learnt.direction}};
    answer({{"model", model.dump()}});
  }

  void load(const Json& request) {
    const Json model = Json::parse(request.at("model").get<std::string>());
    Centroids& learnt = problems_[request.at("problem").get<std::uint32_t>()];
    learnt.bias = model.at("bias").get<double>();
    learnt.direction = model.at("direction").get<std::map<std::uint32_t, double>>();
    answer(Json::object());
  }

  void ask(const Json& request) const {
    if (how_ == "ask-nan") return reply("{\"id\":" + std::to_string(id_) + ",\"margin\":NaN}");
    if (how_ == "ask-infinite")
      return reply("{\"id\":" + std::to_string(id_) + ",\"margin\":1e999}");
    if (how_ == "ask-large") return answer({{"margin", 1e300}});
    if (how_ == "ask-text") return answer({{"margin", "1"}});
    if (how_ == "ask-nothing") return answer(Json::object());
    if (how_ == "ask-improbable") return answer({{"probability", 1.5}});
    if (how_ == "ask-middle") return answer({{"side", "middle"}});
    if (how_ == "person")
      return answer({{"side", request.at("show")[0][1] == "5.5" ? "right" : "left"}});
    const auto known = problems_.find(request.at("problem").get<std::uint32_t>());
    if (known == problems_.end()) return answer({{"error", "I have not learnt that"}});
    const double margin = known->second.margin(request.at("features"));
    if (how_ == "sides") return answer({{"side", margin > 0 ? "right" : "left"}});
    if (how_ == "probabilities") return answer({{"probability", 1 / (1 + std::exp(-margin))}});
    answer({{"margin", margin}});
  }

  std::string how_;
  std::ofstream log_;
  std::uint64_t id_ = 0;
  std::map<std::uint32_t, Centroids> problems_;
};

// Behaviour without a protocol.
bool behave(const std::string& how) {
  if (how == "echo") {
    std::array<char, 4096> buffer;
    for (ssize_t size = 0; (size = ::read(STDIN_FILENO, buffer.data(), buffer.size())) > 0;) {
      std::cout.write(buffer.data(), size) << std::flush;
    }
  } else if (how == "flood") {  // says 8 MiB before it listens
    for (int i = 0; i < 1 << 17; ++i) std::cout << std::string(63, 'x') << '\n';
    std::cout << std::flush;
    std::size_t lines = 0;
    for (std::string line; std::getline(std::cin, line);) ++lines;
    std::cout << lines << std::endl;
  } else if (how == "at-once") {
    std::exit(5);
  } else if (how == "sleeper") {  // listens to nobody
    std::cout << "ready" << std::endl;
    sleep_for_ever();
  } else if (how == "stubborn") {  // hears neither the end of its input nor SIGTERM
    ::signal(SIGTERM, SIG_IGN);
    std::cout << "ready" << std::endl;
    sleep_for_ever();
  } else if (how == "parent") {  // of one more, whose number it tells
    const pid_t child = ::fork();
    if (child == 0) sleep_for_ever();
    std::cout << child << std::endl;
    sleep_for_ever();
  } else if (how == "deaf") {  // closes its input and lives
    ::close(STDIN_FILENO);
    std::cout << "deaf" << std::endl;
    sleep_for_ever();
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  const std::string how = count > 1 ? words[1] : "";
  if (behave(how)) return 0;
  Learner(how, count > 2 ? words[2] : nullptr).run();
  return 0;
}
