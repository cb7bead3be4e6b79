// Figures and tables of the papers, computed anew: our numbers beside theirs, what differs and why. Set-up code: it
// allocates and throws Error.
#pragma once

#include "jourdain/answer/answer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// A cell of a table: a word, which may be empty, or a number.
struct ResultCell {
  template <typename T>
  requires std::is_arithmetic_v<T> ResultCell(T number) : cell(Number{static_cast<double>(number)}) {}
  ResultCell(std::string word) : cell(word.empty() ? Cell() : Cell(std::move(word))) {}
  ResultCell(const char* word) : ResultCell(std::string(word)) {}

  Cell cell;
  bool measured = false;  // a time: another one on every machine
};

struct ResultTable {
  std::string name;  // of its file
  std::string title;
  std::vector<std::string> columns;  // units in the names; "ours", "paper" and "ratio" where a paper has the number
  std::vector<std::vector<ResultCell>> rows;
};

struct ResultPlot {
  std::string name;
  Plot plot;
};

struct ResultMap {
  std::string name;
  HeatmapMatrix map;
};

// What a paper states, and what came out here.
struct ResultClaim {
  std::string paper;
  std::string ours;
  bool met = true;
  std::string reason = {};  // where it is not met: why not; empty: not known, which is a bad result
  bool measured = false;    // about a time: another answer on every machine
};

struct PaperResult {
  std::string key;     // codourey98-fig7
  std::string source;  // [Codourey98] figure 7
  std::string title;
  std::string setting;  // robot, motion and values that the numbers belong to
  std::vector<ResultClaim> claims;
  std::vector<ResultTable> tables;
  std::vector<ResultPlot> plots;
  std::vector<ResultMap> maps;
  std::vector<std::string> remarks;  // what differs, and why

  bool ok() const;  // every claim is met, or it is said why not
};

struct ReproduceOptions {
  bool brief = false;   // shorter motions and smaller grids, for a quick look
  bool compile = true;  // generated code where the experiment is about it and there is a compiler
};

struct PaperExperiment {
  std::string_view key, source, title;
  PaperResult (*run)(const ReproduceOptions& options);
};

// All of them, paper by paper.
const std::vector<PaperExperiment>& paper_experiments();

// Runs one. Throws Error(usage) with the names there are.
PaperResult reproduce(std::string_view key, const ReproduceOptions& options = {});

// The result as a section: claims, tables, pictures, remarks. Without `times`, which every machine has its own of, the
// answer is the same everywhere.
Answer paper_answer(const PaperResult& result, bool times = true);

// All results with a verdict.
Answer papers_answer(const std::vector<PaperResult>& results, bool times = true);

}  // namespace jourdain
