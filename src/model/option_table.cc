// The table of training options: names, help texts, parsers, checks, and what checkpoints and
// models store of them. Tests: option_table_test, resume_test, model_file_test; cli_test compares
// the help with the man page and the completions.
#include "model/option_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "model/option_checks.h"
#include "model/option_names.h"

namespace ect::model {
namespace {

constexpr double kMinTimeout = 1e-3;
constexpr double kMaxTimeout = 1e6;

// Parses a text into a member of the settings, and prints it.
template <auto kMember, auto kParse>
void parse_into(const std::string& text, Settings& settings) {
  settings.*kMember = kParse(text);
}
template <auto kMember, auto kName>
std::string print_from(const Settings& settings) {
  return std::string(kName(settings.*kMember));
}

// The same for an optional member, which `auto` leaves unset.
template <auto kMember, auto kParse>
void parse_open(const std::string& text, Settings& settings) {
  (settings.*kMember).reset();
  if (text != NamedOptions::kAuto) settings.*kMember = kParse(text);
}
template <auto kMember, auto kName>
std::string print_open(const Settings& settings) {
  const auto& value = settings.*kMember;
  return std::string(value ? kName(*value) : NamedOptions::kAuto);
}

std::vector<TrainOption> make_table() {
  return {
      {.name = "--reduction",
       .value = "R",
       .help = "Reduction from multiclass to binary problems: ect (default), filter-tree (ect with "
               "-m 1 --finals charged), all-pairs, all-pairs-filter-tree, one-vs-all, ecoc, pecoc, "
               "or tree (for comparison, without a guarantee)",
       .member = &NamedOptions::reduction,
       .parse = [](const std::string& text,
                   Settings& settings) { settings.reduction = &reductions::reduction_named(text); },
       .print = [](const Settings& settings) { return std::string(settings.reduction->name); },
       .fingerprint = 1,
       .about = {{1, "reduction", &About::reduction, true}},
       .describe = [](const Recipe& recipe,
                      About& about) { about.reduction = recipe.reduction->name; }},
      {.name = "--learner",
       .value = "L",
       .help =
           "auto (default: tuned on held-out examples; logistic for streams), hinge, "
           "logistic-batch, logistic (online), squares (least-squares regression of "
           "probabilities), c45 (decision tree), boosted (trees by XGBoost), bayes (naive Bayes), "
           "or command:PROGRAM (an external program; see docs/reference/command_learner.md)",
       .member = &NamedOptions::learner,
       .parse = parse_open<&Settings::learner, parse_learner>,
       .print = print_open<&Settings::learner, learner_name>,
       .fingerprint = 3,
       .check = check_learner,
       .about = {{2, "learner", &About::learner, true}, {10, "program", &About::program}},
       // Not the command line of a program.
       .describe = [](const Recipe& recipe,
                      About& about) { about.learner = recipe.learner.kind->name; }},
      {.name = "-m",
       .value = "M",
       .help = fmt::format("Eliminations of ect (default 1 with contested finals, else {}). With "
                           "charged finals the correct label wins unless the wrong answers have a "
                           "total weight of M or more; an answer in the finals weighs its charge",
                           TrainNumbers::kDefaultEliminations),
       .member = &NamedOptions::eliminations,
       .least = 1,
       .fingerprint = 2,
       .check = check_eliminations},
      {.name = "--seeding",
       .value = "S",
       .help = "Which labels meet first: similar (labels with similar examples; default), random "
               "(default for costs and charged streams) or given:FILE (one label per line, or "
               "nested JSON lists)",
       .member = &NamedOptions::seeding,
       .parse = parse_open<&Settings::seeding, parse_seeding>,
       .print = print_open<&Settings::seeding, seeding_name>,
       .fingerprint = 4,
       .check = check_seeding,
       .about = {{3, "seeding", &About::seeding, true}},
       // The tree itself is in the model; the path of the file is private.
       .describe =
           [](const Recipe& recipe, About& about) {
             if (recipe.reduction->seeded) about.seeding = seeding_kind_name(recipe.seeding.kind);
           }},
      {.name = "--code",
       .value = "C",
       .help = "ecoc: exhaustive (up to 11 classes) or random:N with N columns (default: "
               "exhaustive for few classes, else random)",
       .member = &NamedOptions::code,
       .parse = parse_into<&Settings::code, reductions::parse_code>,
       .print = print_from<&Settings::code, reductions::code_name>,
       .fingerprint = 12,
       .check = check_code},
      {.name = "--decode",
       .value = "D",
       .help = "one-vs-all: scores (the highest wins; default) or votes (a random one of the "
               "labels whose classifier says yes)",
       .member = &NamedOptions::decode,
       .parse = parse_into<&Settings::decode, reductions::parse_decode>,
       .print = print_from<&Settings::decode, reductions::decode_name>,
       .fingerprint = 11,
       .check = check_decode},
      {.name = "--passes",
       .value = "N",
       .help = "logistic: passes over the data (default: until the error on a held-out tenth stops "
               "falling; 1 with --stream)",
       .member = &NamedOptions::passes,
       .least = 1,
       .fingerprint = 13,
       .check = check_passes},
      {.name = "--expand",
       .value = "E",
       .help = "More features for linear learners: auto (default: tuned on held-out examples), "
               "none, quadratic (products of all pairs), or fourier:N (N random Fourier features, "
               "for a nonlinear boundary)",
       .member = &NamedOptions::expand,
       .parse = parse_open<&Settings::expand, data::parse_expand>,
       .print = print_open<&Settings::expand, data::expand_name>,
       .fingerprint = 8,
       .check = check_expand,
       .about = {{6, "expand", &About::expand}},
       .describe =
           [](const Recipe& recipe, About& about) {
             if (recipe.expand.kind != FeatureExpansion::Kind::kNone)
               about.expand = data::expand_name(recipe.expand);
           }},
      {.name = "--l2",
       .value = "X",
       .help = "Regularization: the weight of |w|^2 / 2 relative to the mean loss (default: hinge "
               "1 / examples, a tenth of that with --expand; logistic 0; logistic-batch 0.00001; "
               "squares 0.0001)",
       .member = &NamedOptions::l2,
       .fingerprint = 16,
       .check = check_l2,
       .about = {{5, "l2", &About::l2, true}},
       .describe = [](const Recipe& recipe, About& about) { about.l2 = recipe.l2; }},
      {.name = "--finals",
       .value = "F",
       .help = "contested (the most probable labels meet again; default of ect but for costs and "
               "streams of tables), by the "
               "rule that is best on held-out examples or by contested:wins (which keeps a "
               "guarantee), :pairs, :scorers, :joint (scorers trained together; default where data "
               "is sparse) or :paths (which have none); or charged (as in the paper, with its "
               "guarantee)",
       .member = &NamedOptions::finals,
       .parse = parse_open<&Settings::finals, parse_finals>,
       .print = print_open<&Settings::finals, finals_name>,
       .fingerprint = 5,
       .check = check_finals,
       .about = {{11, "finals", &About::finals}},
       // The rule is stored in the model's reduction.
       .describe =
           [](const Recipe& recipe, About& about) {
             if (recipe.finals.contested) about.finals = finals_name({true, std::nullopt});
           }},
      {.name = "--contenders",
       .value = "C",
       .help = "Contested finals: maximum number of labels that meet (default 8 with pairs, else "
               "16)",
       .member = &NamedOptions::contenders,
       .least = 2,
       .fingerprint = 6,
       .check = check_contenders},
      {.name = "--routing",
       .value = "R",
       .help =
           "How a training example advances through a tournament: out-of-fold (by classifiers not "
           "trained on it; default) or own (by the match's own classifier, as in the paper)",
       .member = &NamedOptions::routing,
       .parse = parse_into<&Settings::routing, parse_routing>,
       .print = print_from<&Settings::routing, routing_name>,
       .fingerprint = 7,
       .left_out_by_default = true,
       .check = check_routing,
       .about = {{12, "routing", &About::routing}},
       .describe =
           [](const Recipe& recipe, About& about) {
             if (recipe.routing == RoutedBy::kOwn) about.routing = routing_name(recipe.routing);
           }},
      {.name = "--trees",
       .value = "T",
       .help = "Number of differently seeded tournaments that are combined (default 1)",
       .member = &NamedOptions::trees,
       .least = 1,
       .fingerprint = 9,
       .check = check_trees,
       .about = {{13, "trees", &About::trees}},
       .describe = [](const Recipe& recipe, About& about) { about.trees = recipe.trees; }},
      {.name = "--fast",
       .help = "No tuning: hinge, no expansion, finals by pairs (sparse data: joint), unless "
               "other options are given",
       .member = &NamedOptions::fast,
       .fingerprint = 10},
      {.name = "--costs",
       .help = "Train on the costs in the data (csv columns cost:NAME, vw class:cost) to predict "
               "the cheapest label of each example; examples weigh as much as their costs differ",
       .member = &NamedOptions::costs,
       .fingerprint = 14,
       .check = check_costs},
      {.name = "--cost-scale",
       .value = "S",
       .help = "How costs are scaled to [0, 1]: linear (default), log (for run times), or rank",
       .member = &NamedOptions::cost_scale,
       .parse = parse_into<&Settings::cost_scale, data::parse_cost_scale>,
       .print = print_from<&Settings::cost_scale, data::cost_scale_name>,
       .fingerprint = 15,
       .check = check_cost_scale,
       .about = {{9, "costs", &About::cost_scale}},
       .describe =
           [](const Recipe& recipe, About& about) {
             if (recipe.costs) about.cost_scale = data::cost_scale_name(recipe.cost_scale);
           }},
      // The values that a model stores of costing and probing are set when its learner is made.
      {.name = "--costing",
       .value = "N",
       .help =
           "Batch learners: turn weighted examples into unweighted ones by N rejection samples, "
           "and combine their classifiers (default: only for learners that take no weights)",
       .member = &NamedOptions::costing,
       .least = 1,
       .fingerprint = 17,
       .check = check_costing,
       .about = {{7, "costing", &About::costing}}},
      {.name = "--probing",
       .value = "N",
       .help = "Batch learners: estimate probabilities by N classifiers per match, one for each "
               "threshold (default: the learner's own probabilities)",
       .member = &NamedOptions::probing,
       .least = 1,
       .fingerprint = 18,
       .check = check_probing,
       .about = {{8, "probing", &About::probing}}},
      // Affects the model file alone; the number of bits is set when the model is packed.
      {.name = "--compact",
       .value = "BITS",
       .help = "Linear learners: store weights in 8, 16 or 32 bits (default: 8 after joint finals, "
               "without small weights as far as held-out errors do not change; else 32)",
       .member = &NamedOptions::compact,
       .one_of = {8, 16, 32},
       .check = check_compact,
       .about = {{14, "weight_bits", &About::weight_bits, false, 1, 32}}},
      // Not in the fingerprint: programs have no checkpoints.
      {.name = "--timeout",
       .value = "S",
       .help = "Seconds a program may take for each reply (default 60; no limit while training)",
       .member = &NamedOptions::timeout,
       .range = TrainOption::Range{kMinTimeout, kMaxTimeout},
       .check = check_timeout},
      {.name = "--blocks",
       .value = "S",
       .help = "Labelled text: train in S blocks, as ect-mpi does on several machines; the model "
               "depends on S, not on the number of machines",
       .member = &NamedOptions::blocks,
       .least = 1,
       .fingerprint = 20,
       .left_out_by_default = true,
       .check = check_blocks},
      {.name = "--seed",
       .value = "N",
       .help = "Random seed (default 1)",
       .member = &NamedOptions::seed,
       .of_the_run = true,
       .fingerprint = 19,
       .about = {{4, "seed", &About::seed, true}},
       .describe = [](const Recipe& recipe, About& about) { about.seed = recipe.seed; }},
      {.name = "--threads",
       .value = "N",
       .help = "Threads for reading and for batch learners (default: all cores); the model does "
               "not depend on their number",
       .member = &NamedOptions::threads,
       .least = 1,
       .of_the_run = true},
  };
}

std::string print(std::uint64_t value) { return fmt::format("{}", value); }
std::string print(std::uint32_t value) { return fmt::format("{}", value); }
std::string print(bool value) { return fmt::format("{}", value); }
std::string print(const std::optional<double>& value) {
  return value ? fmt::format("{:a}", *value) : std::string(NamedOptions::kAuto);
}

}  // namespace

std::span<const TrainOption> train_options() {
  static const std::vector<TrainOption> table = make_table();
  return table;
}

std::span<const AboutField> about_fields() {
  static const std::vector<AboutField> fields = [] {
    std::vector<AboutField> all;
    for (const TrainOption& option : train_options()) {
      all.insert(all.end(), option.about.begin(), option.about.end());
    }
    std::sort(all.begin(), all.end(),
              [](const AboutField& a, const AboutField& b) { return a.place < b.place; });
    return all;
  }();
  return fields;
}

const TrainOption& train_option(std::string_view name) {
  for (const TrainOption& option : train_options()) {
    if (option.name == name) return option;
  }
  throw std::logic_error(fmt::format("no training option is called {}", name));
}

std::string printed(const TrainOption& option, const Settings& settings) {
  if (option.print != nullptr) return option.print(settings);
  return std::visit(
      [&](const auto member) {
        if constexpr (requires { settings.*member; }) return print(settings.*member);
        return std::string();  // every string option has a printer
      },
      option.member);
}

}  // namespace ect::model
