// Makes binary problems from a table and learns each with Weka's J48, for bench/weka_j48:
//     java -cp weka.jar weka_j48.java TYPES SET FOLDER PAIRS RESTS SPLIT IGNORED TRAIN [TEST]
// TYPES is a JSON object of objects, set -> column -> num or nom. Without TEST a random two thirds
// of TRAIN, drawn by SPLIT, are learnt from. Pairs of classes and classes against the rest are
// drawn at random, at most PAIRS and RESTS of them. For problem N it leaves N-train.arff,
// N-test.arff and N.weka, the predictions, in FOLDER and prints: N, pair or rest, number of test
// examples, mistakes.
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weka.classifiers.trees.J48;
import weka.core.Attribute;
import weka.core.FastVector;
import weka.core.Instance;
import weka.core.Instances;

// First, for that is the one that is run.
class weka_j48 {
  public static void main(String[] args) throws Exception {
    String types = Files.readString(Path.of(args[0]));
    Matcher set = Pattern.compile("\"" + Pattern.quote(args[1]) + "[^\"]*\"\\s*:\\s*\\{([^}]*)\\}").matcher(types);
    if (!set.find()) throw new IllegalArgumentException("no types of " + args[1]);
    Table table = new Table(set.group(1), List.of(args[6].split(",")), Path.of(args[7]),
        args.length > 8 ? Path.of(args[8]) : null, Long.parseLong(args[5]));
    int number = 0;
    for (Problem problem : table.problems(Integer.parseInt(args[3]), Integer.parseInt(args[4]))) {
      table.write(table.train, problem, Path.of(args[2], number + "-train.arff"));
      table.write(table.test, problem, Path.of(args[2], number + "-test.arff"));
      J48 tree = new J48();
      tree.buildClassifier(table.instances(table.train, problem));
      Instances test = table.instances(table.test, problem);
      int mistakes = 0;
      try (PrintWriter out =
          new PrintWriter(Files.newBufferedWriter(Path.of(args[2], number + ".weka")))) {
        for (int i = 0; i < test.numInstances(); ++i) {
          double predicted = tree.classifyInstance(test.instance(i));
          if (predicted != test.instance(i).classValue()) ++mistakes;
          out.println(predicted == 0 ? "first" : "second");
        }
      }
      System.out.println(
          number + " " + problem.kind + " " + test.numInstances() + " " + mistakes);
      ++number;
    }
  }
}

class Problem {
  String kind;
  String first;  // a class, or null: all but the second
  String second;

  boolean has(String label) {
    return first == null || label.equals(first) || label.equals(second);
  }
}

class Table {
  List<String> names = new ArrayList<>();
  List<Boolean> nominal = new ArrayList<>();
  List<TreeSet<String>> values = new ArrayList<>();
  List<String[]> train = new ArrayList<>();
  List<String[]> test = new ArrayList<>();

  static List<String[]> read(Path file) throws IOException {
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(file)) rows.add(line.split(",", -1));
    return rows;
  }

  Table(String types, List<String> ignored, Path trainFile, Path testFile, long split)
      throws IOException {
    List<String[]> rows = read(trainFile);
    String[] header = rows.remove(0);
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < header.length; ++i) {
      if (ignored.contains(header[i])) continue;
      columns.add(i);
      names.add(header[i]);
      Matcher type =
          Pattern.compile("\"" + Pattern.quote(header[i]) + "\"\\s*:\\s*\"(num|nom)\"")
              .matcher(types);
      nominal.add(i == header.length - 1 || (type.find() && type.group(1).equals("nom")));
      values.add(new TreeSet<>());
    }
    if (testFile == null) Collections.shuffle(rows, new Random(split));
    for (int i = 0; i < rows.size(); ++i) {
      boolean learn = testFile != null || i < rows.size() * 2 / 3;
      (learn ? train : test).add(chosen(rows.get(i), columns));
    }
    if (testFile != null) {
      List<String[]> more = read(testFile);
      more.remove(0);
      for (String[] row : more) test.add(chosen(row, columns));
    }
  }

  String[] chosen(String[] row, List<Integer> columns) {
    String[] cells = new String[columns.size()];
    for (int i = 0; i < cells.length; ++i) {
      cells[i] = row[columns.get(i)];
      if (nominal.get(i) && !cells[i].isEmpty()) values.get(i).add(cells[i]);
    }
    return cells;
  }

  String label(String[] row) {
    return row[row.length - 1];
  }

  Instances instances(List<String[]> rows, Problem problem) {
    FastVector attributes = new FastVector();
    for (int i = 0; i + 1 < names.size(); ++i) {
      FastVector all = new FastVector();
      for (String value : values.get(i)) all.addElement(value);
      attributes.addElement(
          nominal.get(i) ? new Attribute(names.get(i), all) : new Attribute(names.get(i)));
    }
    FastVector sides = new FastVector();
    sides.addElement("first");
    sides.addElement("second");
    attributes.addElement(new Attribute("the class", sides));
    Instances result = new Instances("problem", attributes, rows.size());
    result.setClassIndex(names.size() - 1);
    for (String[] row : rows) {
      if (!problem.has(label(row))) continue;
      Instance instance = new Instance(names.size());
      instance.setDataset(result);
      for (int i = 0; i + 1 < names.size(); ++i) {
        if (row[i].isEmpty()) {
          instance.setMissing(i);
        } else if (nominal.get(i)) {
          instance.setValue(i, row[i]);
        } else {
          instance.setValue(i, Double.parseDouble(row[i]));
        }
      }
      instance.setClassValue(label(row).equals(problem.second) ? "second" : "first");
      result.add(instance);
    }
    return result;
  }

  // By hand: Weka would round the numbers.
  void write(List<String[]> rows, Problem problem, Path file) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      out.println("@relation problem");
      for (int i = 0; i + 1 < names.size(); ++i) {
        String all = "'" + String.join("','", values.get(i)) + "'";
        out.println("@attribute '" + names.get(i) + "' " + (nominal.get(i) ? "{" + all + "}" : "real"));
      }
      out.println("@attribute 'the class' {first,second}\n@data");
      for (String[] row : rows) {
        if (!problem.has(label(row))) continue;
        StringBuilder line = new StringBuilder();
        for (int i = 0; i + 1 < names.size(); ++i) {
          line.append(row[i].isEmpty() ? "?" : nominal.get(i) ? "'" + row[i] + "'" : row[i]);
          line.append(',');
        }
        out.println(line + (label(row).equals(problem.second) ? "second" : "first"));
      }
    }
  }

  List<Problem> problems(int pairs, int rests) {
    List<String> labels = new ArrayList<>(values.get(names.size() - 1));
    List<Problem> all = new ArrayList<>();
    List<Problem> chosen = new ArrayList<>();
    for (int a = 0; a < labels.size(); ++a) {
      for (int b = a + 1; b < labels.size(); ++b) all.add(problem("pair", labels.get(a), labels.get(b)));
    }
    Collections.shuffle(all, new Random(1));
    take(all, pairs, chosen);
    all.clear();
    for (String label : labels) all.add(problem("rest", null, label));
    Collections.shuffle(all, new Random(1));
    take(all, rests, chosen);
    return chosen;
  }

  Problem problem(String kind, String first, String second) {
    Problem problem = new Problem();
    problem.kind = kind;
    problem.first = first;
    problem.second = second;
    return problem;
  }

  // Those with both sides to learn from, and something to test.
  void take(List<Problem> from, int most, List<Problem> to) {
    for (Problem problem : from) {
      if (most == 0) return;
      boolean first = false;
      boolean second = false;
      for (String[] row : train) {
        boolean isSecond = label(row).equals(problem.second);
        second |= isSecond;
        first |= problem.has(label(row)) && !isSecond;
      }
      boolean tested = test.stream().anyMatch(row -> problem.has(label(row)));
      if (!first || !second || !tested) continue;
      to.add(problem);
      --most;
    }
  }
}
