// The sections of report.html beside the source and the list of changes: the overview, the
// assumptions, and the data of the pictures as tables, for those who cannot use the pictures.
#include "report/HtmlParts.h"

#include "report/Findings.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr const char *nothing = "–"; ///< a figure that there is not
constexpr size_t maxTableRows = 500; ///< of a table; report.json has all

std::string fixed(double value, const char *unit = "") {
  return llvm::formatv("{0:f2}", value).str() + unit;
}

/// "19.1 J", "4.30 mJ".
std::string energy(double millijoules) {
  struct Unit {
    double mj;
    const char *name;
  };
  for (const Unit &each : {Unit{1e3, " J"}, Unit{1, " mJ"}, Unit{1e-3, " uJ"}})
    if (millijoules >= each.mj)
      return fixed(millijoules / each.mj, each.name);
  return fixed(millijoules * 1e6, " nJ");
}

std::string whole(double value) { return std::to_string(static_cast<int64_t>(value)); }

std::string tile(const std::string &figure, const std::string &text) {
  return "<div class=\"tile\"><dd>" + figure + "</dd><dt>" + text + "</dt></div>";
}

/// Of the program's time in order: in layers of the plan that are not inside another one.
double parallelShare(const JsonObject &report) {
  double share = 0;
  for (const JsonObject *each : objectsOf(report, "layers"))
    if (isTrue(*each, "planned") && isTrue(*each, "runsAlone"))
      share += numberOf(*each, "estimatedShare");
  return std::min(1.0, share);
}

/// The time as one bar of two parts; what runs at the same time counts as in order.
std::string timeBar(const JsonObject &report) {
  const double share = parallelShare(report);
  const auto part = [](const char *letter, double width) {
    return width > 0 ? std::string("<i class=\"") + letter +
                           "\" style=\"flex-grow:" + fixed(width * 100) + "\"></i>"
                     : "";
  };
  const auto item = [](const char *letter, double width, const char *text) {
    return std::string("<li><i class=\"swatch ") + letter + "\"></i>" + percent(width) + text +
           "</li>";
  };
  return "<div class=\"verdicts\" aria-hidden=\"true\">" + part("p", share) + part("s", 1 - share) +
         "</div><ul class=\"legend\">" + item("p", share, " of the time in parallel layers") +
         item("s", 1 - share, " of the time in order") + "</ul>";
}

/// The loops by their verdicts.
std::string verdictList(const JsonObject &counts) {
  const double guarded = numberOf(counts, "loopsGuarded");
  const double inside = numberOf(counts, "parallel") - numberOf(counts, "loopsPlanned");
  struct Part {
    char letter;
    const char *text;
    double number;
  };
  const Part parts[] = {
      {'p', "in parallel", numberOf(counts, "loopsPlanned") - guarded},
      {'p', "in parallel if their guards hold", guarded},
      {'i', "can run in parallel, but inside a parallel layer", std::max(0.0, inside)},
      {'w', "can run in parallel, but too short to be profitable",
       numberOf(counts, "not-worth-it")},
      {'s', "sequential", numberOf(counts, "sequential")}};
  std::string legend = "<p class=\"quiet\">Loops:</p><ul class=\"legend\">";
  for (const Part &each : parts)
    if (each.number > 0 || &each != &parts[1])
      legend += std::string("<li><i class=\"swatch ") + each.letter + "\"></i>" +
                whole(each.number) + " " + each.text + "</li>";
  return legend + "</ul>";
}

std::string frequencyOf(const JsonObject &report) {
  const std::vector<const JsonObject *> domains =
      objectsOf(*report.getObject("machine"), "domains");
  return std::to_string(domains.size()) + (domains.size() == 1 ? " clock" : " clocks");
}

} // namespace

/// The point of a curve for so many cores, or the last one before it; null: there is none.
static const JsonObject *pointAt(const std::vector<const JsonObject *> &curve, size_t cores) {
  const JsonObject *point = nullptr;
  for (const JsonObject *each : curve)
    if (numberOf(*each, "cores") <= static_cast<double>(cores))
      point = each;
  return point;
}

std::string overviewHtml(const JsonObject &report) {
  const JsonObject &counts = *report.getObject("counts");
  const std::vector<const JsonObject *> limits = objectsOf(report, "speedupLimit");
  const JsonObject &machine = *report.getObject("machine");
  std::string html = "<dl class=\"tiles\">";
  const size_t planned = objectsOf(machine, "cores").size();
  if (const JsonObject *limit = pointAt(limits, planned))
    html += tile(fixed(numberOf(*limit, "limit"), "×"),
                 "limit of the plan on " + whole(numberOf(*limit, "cores")) +
                     (planned == 1 ? " core" : " cores") + ", without overhead (Amdahl)");
  const std::vector<const JsonObject *> curves = objectsOf(report, "curves");
  if (const JsonObject *point = pointAt(curves, planned)) {
    const std::string cores = " on " + whole(numberOf(*point, "cores")) + " cores";
    html += tile(fixed(numberOf(*point, "speedup"), "×"), "simulated" + cores);
    if (auto spent = point->getNumber("energyMj"))
      html += tile(energy(*spent), "for one run" + cores + ", modeled");
    if (point != curves.back())
      html += tile(fixed(numberOf(*curves.back(), "speedup"), "×"),
                   "simulated on " + whole(numberOf(*curves.back(), "cores")) + " cores");
  }
  html += tile(whole(numberOf(counts, "loopsPlanned")) + " of " + whole(numberOf(counts, "loops")),
               "loops run in parallel");
  const size_t layers = objectsOf(report, "layers").size();
  html += tile(std::to_string(layers), layers == 1 ? "layer in the plan" : "layers in the plan");
  if (auto measured = report.getNumber("measuredProgramNs"))
    html += tile(duration(*measured), "one sequential run, measured");
  else
    html += tile(duration(numberOf(report, "estimatedProgramNs")),
                 "one sequential run, static estimate");
  const StringRef name = textOf(machine, "name");
  html += tile(std::to_string(objectsOf(machine, "cores").size()) + " cores",
               (name.empty() ? std::string("this machine") : escaped(name)) + ", " +
                   frequencyOf(report));
  return html + "</dl>" + timeBar(report) + verdictList(counts);
}

std::string taskTables(const JsonObject &report, const HtmlFiles &files) {
  const std::vector<const JsonObject *> layers = objectsOf(report, "layers");
  std::string html;
  size_t left = maxTableRows;
  for (size_t i = 0; i < layers.size(); ++i) {
    std::string rows;
    for (const JsonObject *task : objectsOf(*layers[i], "macroTasks")) {
      if (left == 0)
        break;
      --left;
      rows += cellsHtml(
          {(textOf(*task, "kind") == "condition" ? "C" : "T") + whole(numberOf(*task, "id")),
           escaped(textOf(*task, "kind")) + (isTrue(*task, "split") ? ", split by iteration" : ""),
           files.link(*task), escaped(textOf(*task, "earliest"))});
    }
    if (!rows.empty())
      html +=
          tableHtml("Layer " + textOf(*layers[i], "name").str(),
                    {"task", "kind", "place", "may start when these are done or decided"}, rows);
  }
  if (left == 0)
    html += "<p class=\"quiet\">Further tasks are in report.json.</p>";
  return html.empty() ? "<p>The plan has no layer.</p>" : html;
}

/// Their schedules are what their tasks would take in the mean.
std::string dynamicLayers(const std::vector<const JsonObject *> &layers) {
  std::string html;
  for (const JsonObject *each : layers)
    if (const JsonObject *dynamic = each->getObject("dynamic"))
      html += "<li>" + escaped(textOf(*each, "name")) + ": " +
              duration(numberOf(*dynamic, "meanNs")) + " on average on " +
              whole(numberOf(*dynamic, "workers")) + " cores, " +
              duration(numberOf(*dynamic, "staticMeanNs")) + " with a static schedule</li>";
  return html.empty() ? ""
                      : "<p>The tasks of these layers are assigned to cores at run time, because "
                        "their times vary. The schedules below are for the average times:</p><ul>" +
                            html + "</ul>";
}

std::string scheduleTables(const JsonObject &report) {
  std::string rows;
  const std::vector<const JsonObject *> layers = objectsOf(report, "layers");
  for (size_t i = 0; i < layers.size(); ++i)
    for (const JsonObject *each : objectsOf(*layers[i], "tables")) {
      const double makespan = numberOf(*each, "makespanNs");
      const double sequential = numberOf(*layers[i], "sequentialNs");
      auto spent = each->getNumber("energyMj");
      auto simulated = each->getNumber("simulatedNs");
      auto measured = each->getNumber("measuredNs");
      rows +=
          cellsHtml({escaped(textOf(*layers[i], "name")), whole(numberOf(*each, "workers")),
                     std::to_string(objectsOf(*each, "rows").size()), duration(sequential),
                     duration(makespan), makespan > 0 ? fixed(sequential / makespan, "×") : "",
                     simulated ? duration(*simulated) : nothing,
                     measured ? duration(*measured) : nothing, spent ? energy(*spent) : nothing});
    }
  if (rows.empty())
    return "<p>The plan has no schedule.</p>";
  return dynamicLayers(layers) + tableHtml("Schedules of the plan",
                                           {"layer", "cores", "rows", "sequential", "planned",
                                            "speedup", "simulated", "measured", "energy (modeled)"},
                                           rows);
}

std::string curveTable(const JsonObject &report) {
  std::map<int64_t, const JsonObject *> simulated;
  for (const JsonObject *each : objectsOf(report, "curves"))
    simulated[static_cast<int64_t>(numberOf(*each, "cores"))] = each;
  std::map<int64_t, double> limits;
  for (const JsonObject *each : objectsOf(report, "speedupLimit"))
    limits[static_cast<int64_t>(numberOf(*each, "cores"))] = numberOf(*each, "limit");
  std::set<int64_t> cores;
  for (const auto &[number, limit] : limits)
    cores.insert(number);
  for (const auto &[number, point] : simulated)
    cores.insert(number);
  std::string rows;
  for (int64_t number : cores) {
    const JsonObject *point = simulated.contains(number) ? simulated[number] : nullptr;
    auto spent = point ? point->getNumber("energyMj") : std::nullopt;
    rows += cellsHtml(
        {std::to_string(number), limits.contains(number) ? fixed(limits[number]) : nothing,
         point ? fixed(numberOf(*point, "speedup")) : nothing, spent ? energy(*spent) : nothing});
  }
  return tableHtml("Speedup and energy by number of cores",
                   {"cores", "limit of the plan", "simulated speedup", "energy (modeled)"}, rows);
}

/// "; failed in 49 measured calls": the tests in front of the layer.
static std::string failuresOf(const JsonObject &layer) {
  const double failed = numberOf(layer, "callsRefused");
  return failed > 0 ? "; failed in " + whole(failed) + " measured calls" : "";
}

/// Of the layer that runs the planned loop.
static std::string failuresOf(const JsonObject &report, const JsonObject &loop) {
  const std::vector<const JsonObject *> layers = objectsOf(report, "layers");
  const auto layer = static_cast<size_t>(numberOf(loop, "layer"));
  return layer < layers.size() ? failuresOf(*layers[layer]) : "";
}

/// The tests in front of a loop or layer.
static std::string guardItems(const JsonObject &owner, const HtmlFiles &files,
                              const std::string &failures) {
  std::string html;
  for (const JsonObject *guard : objectsOf(owner, "guards"))
    if (textOf(*guard, "kind") != "MinimumTrip")
      html += "<li>" + files.link(owner) + ": <code>" + escaped(textOf(*guard, "condition")) +
              "</code>" + failures + "</li>";
  return html;
}

std::string assumptionsHtml(const JsonObject &report, const HtmlFiles &files) {
  std::string html =
      "<p>Beyond the rules of the C standard, Kasuri relies only on the following:</p><ul>";
  const std::vector<StringRef> granted = textsOf(report, "assumptions");
  if (granted.empty())
    html += "<li>Nothing that <code>--assume</code> would grant.</li>";
  for (const AssumptionText &each : assumptionTexts())
    if (llvm::is_contained(granted, each.name))
      html += "<li><code>--assume=" + each.name.str() + "</code>: " + each.ofProgram + "</li>";
  std::string promises;
  for (const JsonObject *each : objectsOf(report, "promises"))
    promises +=
        "<li>" + files.link(*each) + ": <code>" + escaped(textOf(*each, "text")) + "</code></li>";
  if (!promises.empty())
    html += "<li>Promises in the source that Kasuri has not proved: <ul>" + promises + "</ul></li>";
  std::string guards;
  size_t guessed = 0;
  for (const JsonObject *loop : objectsOf(report, "loops")) {
    guessed += isTrue(*loop, "tripsGuessed");
    if (isTrue(*loop, "planned"))
      guards += guardItems(*loop, files, failuresOf(report, *loop));
  }
  for (const JsonObject *layer : objectsOf(report, "layers"))
    if (objectsOf(*layer, "tasks").size() > 1)
      guards += guardItems(*layer, files, failuresOf(*layer));
  html += guards.empty() ? "<li>No loop needed a guard.</li>"
                         : "<li>Guards: tested when the loop starts; where one fails, the "
                           "original code runs.<ul>" +
                               guards + "</ul></li>";
  const std::vector<StringRef> library = textsOf(report, "libraryFunctions");
  if (!library.empty()) {
    html += "<li>These functions are not defined in the given sources; Kasuri assumes that they "
            "are the C library's and do what its standards say: <span class=\"names\">";
    for (StringRef each : library)
      html += "<code>" + escaped(each) + "</code> ";
    html += "</span></li>";
  }
  return html +
         "</ul><p class=\"quiet\">Times are static estimates unless marked as measured. They "
         "decide what is profitable, never what is legal. For " +
         std::to_string(guessed) + " of " + std::to_string(objectsOf(report, "loops").size()) +
         " loops the number of iterations is a guess.</p>";
}

} // namespace kasuri
