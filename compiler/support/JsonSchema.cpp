#include "support/JsonSchema.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kasuri {
namespace {

namespace json = llvm::json;

class Check {
public:
  explicit Check(const json::Value &schema) {
    if (const json::Object *whole = schema.getAsObject())
      definitions = whole->getObject("$defs");
  }

  std::string problem(const json::Value &value, const json::Value &schema,
                      const std::string &path) const {
    const json::Object *rules = schema.getAsObject();
    if (!rules)
      return schema.getAsBoolean() == false ? path + " is not known" : "";
    if (auto reference = rules->getString("$ref"))
      if (std::string found = problem(value, *definition(*reference), path); !found.empty())
        return found;
    if (std::string found = ofKind(value, *rules, path); !found.empty())
      return found;
    if (const json::Object *object = value.getAsObject())
      return inObject(*object, *rules, path);
    if (const json::Array *array = value.getAsArray())
      return inArray(*array, *rules, path);
    return "";
  }

private:
  const json::Object *definitions = nullptr;

  const json::Value *definition(llvm::StringRef reference) const {
    static const json::Value nothing = false;
    reference.consume_front("#/$defs/");
    const json::Value *found = definitions ? definitions->get(reference) : nullptr;
    return found ? found : &nothing;
  }

  static bool isOfType(const json::Value &value, llvm::StringRef type) {
    const auto number = value.getAsNumber();
    switch (value.kind()) {
    case json::Value::Null:
      return type == "null";
    case json::Value::Boolean:
      return type == "boolean";
    case json::Value::Number:
      return type == "number" || (type == "integer" && *number == std::floor(*number));
    case json::Value::String:
      return type == "string";
    case json::Value::Array:
      return type == "array";
    case json::Value::Object:
      return type == "object";
    }
    return false;
  }

  std::string ofKind(const json::Value &value, const json::Object &rules,
                     const std::string &path) const {
    auto isIt = [&](const json::Value &type) { return isOfType(value, *type.getAsString()); };
    if (const json::Value *type = rules.get("type"))
      if (const json::Array *several = type->getAsArray();
          several ? llvm::none_of(*several, isIt) : !isIt(*type))
        return path + " is not of type " +
               (several ? "that is allowed there" : "'" + type->getAsString()->str() + "'");
    if (const json::Value *only = rules.get("const"); only && *only != value)
      return path + " has another value than the one that is allowed there";
    if (const json::Array *some = rules.getArray("enum"); some && !llvm::is_contained(*some, value))
      return path + " is none of the values that are allowed there";
    if (const json::Array *forms = rules.getArray("anyOf"))
      if (llvm::none_of(
              *forms, [&](const json::Value &form) { return problem(value, form, path).empty(); }))
        return path + " has none of the forms that are allowed there";
    const auto number = value.getAsNumber();
    const auto least = rules.getNumber("minimum"), most = rules.getNumber("maximum");
    if (number &&
        (!std::isfinite(*number) || (least && *number < *least) || (most && *number > *most)))
      return path + " is out of range";
    return "";
  }

  std::string inObject(const json::Object &object, const json::Object &rules,
                       const std::string &path) const {
    if (const json::Array *required = rules.getArray("required"))
      for (const json::Value &name : *required)
        if (!object.get(*name.getAsString()))
          return path + "." + name.getAsString()->str() + " is missing";
    const json::Object *known = rules.getObject("properties");
    const json::Value *others = rules.get("additionalProperties");
    std::vector<llvm::StringRef> names; // in order: which one is named must not depend on hashes
    for (const auto &[key, member] : object)
      names.push_back(key);
    std::sort(names.begin(), names.end());
    for (llvm::StringRef name : names) {
      const json::Value *rule = known ? known->get(name) : nullptr;
      rule = rule ? rule : others;
      if (!rule)
        continue;
      if (std::string found = problem(*object.get(name), *rule, path + "." + name.str());
          !found.empty())
        return found;
    }
    return "";
  }

  std::string inArray(const json::Array &array, const json::Object &rules,
                      const std::string &path) const {
    const auto least = rules.getInteger("minItems"), most = rules.getInteger("maxItems");
    const auto size = static_cast<int64_t>(array.size());
    if ((least && size < *least) || (most && size > *most))
      return path + " has too " + (least && size < *least ? "few" : "many") + " entries";
    if (const json::Value *rule = rules.get("items"))
      for (size_t i = 0; i < array.size(); ++i)
        if (std::string found = problem(array[i], *rule, path + "[" + std::to_string(i) + "]");
            !found.empty())
          return found;
    return "";
  }
};

} // namespace

std::string problemBySchema(const llvm::json::Value &value, const llvm::json::Value &schema,
                            const std::string &name) {
  return Check(schema).problem(value, schema, name);
}

} // namespace kasuri
