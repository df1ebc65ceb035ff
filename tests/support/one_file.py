"""A deployment plan and a model that make one file: % its path, and for the model % its path, owner and group."""

PLAN = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    on_fail: fail
    steps:
      - {id: one, class: action, plugin: files, action: promise, arguments: {promiser: "%s", create: "true"}, on_fail: fail}
"""
MODEL = """import std
host = std::Host(name="localhost", os=std::linux)
std::File(host=host, path="%s", mode=644, owner="%s", group="%s", content="made")
"""
