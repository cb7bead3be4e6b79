#include "report/page_data.hpp"

#include "io/printable.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jourdain {
namespace {

// Points of a panel beyond which it is thinned.
constexpr std::size_t most_points = 6000;

// Seven digits: a pixel is a thousandth of a plot at most. What is not finite is null.
void append_number(std::string& out, double value) {
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(out), "{:.7g}", value);
  else
    out += "null";
}

template <typename Range>
std::string json_numbers(const Range& values) {
  std::string out = "[";
  for (double value : values) {
    if (out.size() > 1) out += ',';
    append_number(out, value);
  }
  return out + "]";
}

std::string json_vector(const Vector3& v) { return json_numbers(std::vector<double>{v.x(), v.y(), v.z()}); }

// "[a,b]" of the texts that `write` makes of the items.
template <typename Items, typename Write>
std::string json_list(const Items& items, Write write) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += write(item);
  }
  return out + "]";
}

// Indices to keep of points that all series share: least and largest of each series in each stretch.
std::vector<std::size_t> kept_points(const std::vector<double>& x, const std::vector<const PlotSeries*>& series) {
  std::vector<std::size_t> kept;
  const std::size_t stretches = most_points / (2 * series.size() + 1) + 1;
  const std::size_t length = (x.size() + stretches - 1) / stretches;
  for (std::size_t from = 0; from < x.size(); from += length) {
    const std::size_t to = std::min(from + length, x.size());
    kept.push_back(from);
    for (const PlotSeries* s : series) {
      const auto begin = s->y.begin() + static_cast<std::ptrdiff_t>(from);
      const auto end = s->y.begin() + static_cast<std::ptrdiff_t>(to);
      const auto [low, high] = std::minmax_element(begin, end);
      kept.push_back(from + static_cast<std::size_t>(low - begin));
      kept.push_back(from + static_cast<std::size_t>(high - begin));
    }
  }
  kept.push_back(x.size() - 1);
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

std::vector<double> chosen(const std::vector<double>& values, const std::vector<std::size_t>& indices) {
  std::vector<double> result;
  for (std::size_t k : indices) result.push_back(values[k]);
  return result;
}

// Series of a panel that have the same abscissae are thinned together.
std::string series_json(const Plot& plot, const PlotPanel& panel) {
  std::vector<std::vector<std::size_t>> kept(panel.series.size());
  const auto abscissae_of = [&](const PlotSeries& s) -> const std::vector<double>& {
    return s.x.empty() ? plot.x : s.x;
  };
  for (std::size_t k = 0; k < panel.series.size(); ++k) {
    const std::vector<double>& x = abscissae_of(panel.series[k]);
    if (!kept[k].empty() || x.size() <= most_points) continue;
    std::vector<const PlotSeries*> together;
    std::vector<std::size_t> members;
    for (std::size_t j = k; j < panel.series.size(); ++j) {
      if (abscissae_of(panel.series[j]) != x) continue;
      together.push_back(&panel.series[j]);
      members.push_back(j);
    }
    const std::vector<std::size_t> indices = kept_points(x, together);
    for (std::size_t j : members) kept[j] = indices;
  }
  std::size_t index = 0;
  return json_list(panel.series, [&](const PlotSeries& s) {
    const std::vector<double>& x = abscissae_of(s);
    const std::vector<std::size_t>& indices = kept[index++];
    static constexpr const char* styles[] = {"line", "dashed", "points", "marked"};
    return fmt::format(R"({{"name":{},"style":"{}","colour":{},"x":{},"y":{}}})", json_text(s.name),
                       styles[static_cast<int>(s.style)], s.colour,
                       json_numbers(indices.empty() ? x : chosen(x, indices)),
                       json_numbers(indices.empty() ? s.y : chosen(s.y, indices)));
  });
}

std::string axis_json(const PlotAxis& axis) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return fmt::format(R"({{"label":{},"unit":{},"ends":{}}})", json_text(axis.label), json_text(axis.unit),
                     json_numbers(std::vector<double>{axis.low.value_or(none), axis.high.value_or(none)}));
}

std::string body_json(const SceneBody& body) {
  static constexpr const char* parts[] = {"base", "link", "platform", "gap"};
  return fmt::format(
      R"({{"name":{},"part":"{}","rods":{},"plate":{}}})", json_text(body.name), parts[static_cast<int>(body.part)],
      json_list(body.rods,
                [](const SceneRod& rod) {
                  return json_numbers(std::vector<double>{rod.from.x(), rod.from.y(), rod.from.z(), rod.to.x(),
                                                          rod.to.y(), rod.to.z(), rod.thickness});
                }),
      json_list(body.plate, json_vector));
}

std::string joint_json(const SceneJoint& joint) {
  static constexpr const char* kinds[] = {"hinge", "slider", "universal", "ball"};
  return fmt::format(R"({{"name":{},"kind":"{}","motor":{},"open":{},"body":{},"at":{},"axis":{}}})",
                     json_text(joint.name), kinds[static_cast<int>(joint.kind)], joint.motor, joint.open, joint.body,
                     json_vector(joint.at), json_vector(joint.axis));
}

// Position and quaternion (x, y, z, w) of every body but the base.
std::string frame_json(const std::vector<Placement>& poses) {
  std::vector<double> numbers;
  for (std::size_t k = 1; k < poses.size(); ++k) {
    const Eigen::Vector4d q = quaternion_from_rotation(poses[k].R);
    for (double value : {poses[k].p.x(), poses[k].p.y(), poses[k].p.z(), q[1], q[2], q[3], q[0]})
      numbers.push_back(std::round(value * 1e6) / 1e6);
  }
  return json_numbers(numbers);
}

}  // namespace

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (char c : blank_unprintable(text)) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '<': out += "\\u003c"; break;
      case '\n': out += "\\n"; break;
      default: out += c;
    }
  }
  return out + "\"";
}

std::string plot_json(const Plot& plot) {
  std::vector<const PlotPanel*> panels;
  for (const PlotPanel& panel : plot.panels) {
    if (!panel.across) panels.push_back(&panel);
  }
  return fmt::format(R"({{"title":{},"across":{},"grid":{},"panels":{}}})", json_text(plot.title),
                     axis_json(plot.across), plot.grid, json_list(panels, [&](const PlotPanel* panel) {
                       const auto limit = [](const PlotLimit& l) {
                         return fmt::format(R"({{"value":{:.7g},"label":{}}})", l.value, json_text(l.label));
                       };
                       return fmt::format(R"({{"up":{},"series":{},"limits":{}}})", axis_json(panel->up),
                                          series_json(plot, *panel), json_list(panel->limits, limit));
                     }));
}

namespace {

std::string scene_axis_json(const SceneAxis& a) {
  return fmt::format(
      R"({{"name":{},"unit":{},"from":{:.7g},"to":{:.7g},"home":{},"direction":{},"turns":{},"scale":{}}})",
      json_text(a.name), json_text(a.unit), a.from, a.to, a.home, json_vector(a.direction), a.turns, a.scale);
}

// Position, then the matrix row by row; exact.
std::string placement_json(const Placement& placement) {
  std::string out = "[";
  for (double value : placement.p) out += fmt::format("{},", value);
  for (int k = 0; k < 9; ++k) out += fmt::format("{}{}", placement.R(k / 3, k % 3), k < 8 ? "," : "]");
  return out;
}

std::string exact_json(const std::vector<double>& values) {
  std::string out = "[";
  for (double value : values)
    out += fmt::format("{}{}", out.size() > 1 ? "," : "", std::isfinite(value) ? fmt::format("{}", value) : "null");
  return out + "]";
}

std::string mechanism_json(const SceneMechanism& m) {
  const auto joint = [](const SceneMechanism::Joint& j) {
    return fmt::format(
        R"({{"name":{},"kind":"{}","a":{},"b":{},"inA":{},"inB":{},"pitch":{},"lower":{},"upper":{},"cone":{},"motor":{}}})",
        json_text(j.name), j.kind, j.a, j.b, placement_json(j.in_a), placement_json(j.in_b), j.pitch,
        exact_json(j.lower), exact_json(j.upper), exact_json({j.cone}), j.motor);
  };
  const auto weight = [](const SceneMechanism::Weight& w) {
    return exact_json({w.mass, w.centre.x(), w.centre.y(), w.centre.z()});
  };
  const auto spring = [](const SceneMechanism::Spring& k) {
    return fmt::format(R"({{"joint":{},"freedom":{},"stiffness":{},"rest":{},"preload":{}}})", k.joint, k.freedom,
                       k.stiffness, k.rest, k.preload);
  };
  const auto pull = [](const SceneMechanism::Pull& c) {
    return fmt::format(R"({{"a":{},"b":{},"atA":{},"atB":{},"stiffness":{},"length":{},"force":{}}})", c.a, c.b,
                       exact_json({c.at_a.begin(), c.at_a.end()}), exact_json({c.at_b.begin(), c.at_b.end()}),
                       c.stiffness, c.length, c.force);
  };
  const auto check = [](const SceneMechanism::Check& c) {
    std::vector<double> places;
    for (const Placement& pose : c.poses) places.insert(places.end(), pose.p.begin(), pose.p.end());
    return fmt::format(R"({{"at":{},"places":{},"type1":{},"type2":{},"constraint":{},"margin":{},"forces":{}}})",
                       exact_json(c.at), exact_json(places), c.type1, c.type2, c.constraint, exact_json({c.margin}),
                       exact_json(c.forces));
  };
  const auto indices = [](const std::vector<int>& list) {
    return json_list(list, [](int i) { return std::to_string(i); });
  };
  const auto coordinate = [&](const SceneMechanism::Coordinate& c) {
    return fmt::format(R"({{"slides":{},"pitch":{},"body":{},"at":{},"axis":{},"moves":{}}})", c.slides, c.pitch,
                       c.body, exact_json({c.at.begin(), c.at.end()}), exact_json({c.axis.begin(), c.axis.end()}),
                       indices(c.moves));
  };
  const auto limb = [&](const SceneMechanism::Limb& l) {
    return fmt::format(R"({{"name":{},"coordinates":{},"cuts":{}}})", json_text(l.name), indices(l.coordinates),
                       indices(l.cuts));
  };
  return fmt::format(
      R"({{"axes":{},"moves":{},"homes":{},"joints":{},"weights":{},"gravity":{},"springs":{},"pulls":{},"output":{},)"
      R"("outputFrame":{},"outputLength":{},"checks":{},"coordinates":{},"limbs":{},"cuts":{},)"
      R"("motorCoordinates":{},"driving":{},"freedoms":{}}})",
      json_list(m.axes, scene_axis_json), indices(m.moves), exact_json(m.homes), json_list(m.joints, joint),
      json_list(m.weights, weight), exact_json({m.gravity.begin(), m.gravity.end()}), json_list(m.springs, spring),
      json_list(m.pulls, pull), m.output, placement_json(m.output_frame), m.output_length, json_list(m.checks, check),
      json_list(m.coordinates, coordinate), json_list(m.limbs, limb), indices(m.cuts), indices(m.motor_coordinates),
      indices(m.driving), m.freedoms);
}

}  // namespace

std::string scene_json(const Scene& scene) {
  const auto force = [](const SceneForce& f) {
    return fmt::format(R"({{"name":{},"torque":{},"body":{},"at":{},"axis":{},"full":{:.7g},"values":{}}})",
                       json_text(f.name), f.torque, f.body, json_vector(f.at), json_vector(f.axis), f.full,
                       json_numbers(f.values));
  };
  const auto reading = [](const SceneReading& r) {
    return fmt::format(R"({{"name":{},"unit":{},"values":{},"texts":{}}})", json_text(r.name), json_text(r.unit),
                       json_numbers(r.values), json_list(r.texts, json_text));
  };
  const auto label = [](const SceneLabel& l) {
    return fmt::format(R"({{"text":{},"body":{},"at":{}}})", json_text(l.text), l.body, json_vector(l.at));
  };
  const auto slice = [](const SceneSlice& s) {
    return fmt::format(R"({{"name":{},"corner":{},"across":{},"up":{},"columns":{},"colours":{},"note":{}}})",
                       json_text(s.name), json_vector(s.corner), json_vector(s.across), json_vector(s.up), s.columns,
                       json_list(s.colours, json_text), json_text(s.note));
  };
  return fmt::format(
      R"({{"title":{},"up":{},"size":{:.7g},"flat":{},"facing":{},"bodies":{},"joints":{},"time":{},"frames":{},)"
      R"("forces":{},"readings":{},"labels":{},"path":{},"slices":{},"mechanism":{},"firstForce":{}}})",
      json_text(scene.title), json_vector(scene.up), scene.size, scene.flat, json_vector(scene.facing),
      json_list(scene.bodies, body_json), json_list(scene.joints, joint_json), json_numbers(scene.time),
      json_list(scene.frames, frame_json), json_list(scene.forces, force), json_list(scene.readings, reading),
      json_list(scene.labels, label), json_list(scene.path, json_vector), json_list(scene.slices, slice),
      scene.mechanism ? mechanism_json(*scene.mechanism) : "null", scene.first_force);
}

}  // namespace jourdain
