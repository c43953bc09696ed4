"""Simulates Home Assistant for the files in home-assistant/.

It reads one order per line, as a JSON object, and prints the resulting state the same way:
waiting events, notifications, requests. It implements only what those files use; any other
key, action or template function is an error. Jinja renders the templates, and the results
become numbers, lists and so on, as in Home Assistant. Only the to-do list survives a
restart.
"""

import ast
import datetime
import json
import re
import sys
import urllib.error
import urllib.request

import jinja2
import jinja2.sandbox
import yaml

ZONE = datetime.timezone(datetime.timedelta(hours=1))
EPOCH = datetime.datetime(2026, 11, 20, 7, tzinfo=datetime.timezone.utc)


class Input(str):
    """A blueprint's !input."""


class Secret(str):
    """A !secret of secrets.yaml."""


class Loader(yaml.CSafeLoader):
    """Home Assistant's YAML: two more tags, and no duplicate keys."""

    def construct_mapping(self, node, deep=False):
        keys = [key.value for key, _ in node.value]
        if len(keys) != len(set(keys)):
            raise yaml.YAMLError(f"duplicate key: {keys}")
        return super().construct_mapping(node, deep)


Loader.add_constructor("!input", lambda loader, node: Input(loader.construct_scalar(node)))
Loader.add_constructor("!secret", lambda loader, node: Secret(loader.construct_scalar(node)))


class Stop(Exception):
    """The action "stop"."""


class ActionFailed(Exception):
    """Home Assistant's HomeAssistantError, which continue_on_error ignores."""


def known(mapping, *keys):
    """Raise an error if the mapping has other keys."""
    if unknown := set(mapping) - set(keys):
        raise ValueError(f"unknown keys {sorted(unknown)} in {mapping}")


def parsed(text):
    """Return the value of a rendered template in Home Assistant."""
    text = text.strip()
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text
    if isinstance(value, (str, complex)):
        return text
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value if re.match(r"^[+-]?(?!0\d)\d*(?:\.\d*)?$", text) else text
    return value


class State:
    """A state object, as templates see it."""

    def __init__(self, state, changed, attributes):
        self.state, self.last_changed, self.attributes = state, changed, attributes


class HomeAssistant:
    """A simulated Home Assistant."""

    def __init__(self):
        self.todo = []  # survives restarts
        self.uids = 0
        self.now = EPOCH
        self.packages, self.blueprints, self.secrets = [], [], {}
        self.env, self.compiled = self.environment(), {}
        self.start()

    def environment(self):
        env = jinja2.sandbox.ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined)
        env.globals.update(
            now=lambda: self.now.astimezone(ZONE),
            as_timestamp=self.as_timestamp,
            states=self.state_of,
            has_value=lambda entity: self.state_of(entity) not in ("unknown", "unavailable"),
            state_attr=lambda entity, name: self.states[entity].attributes.get(name) if entity in self.states else None,
        )
        env.filters.update(
            to_json=lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
            timestamp_custom=lambda ts, form, local=True: datetime.datetime.fromtimestamp(ts, ZONE if local else datetime.timezone.utc).strftime(form),
        )
        env.tests["match"] = lambda value, pattern: re.match(pattern, str(value)) is not None
        return env

    def start(self):
        self.states, self.notifications, self.phone, self.requests = {}, {}, [], []
        self.answers = []
        self.has_list = True
        self.automations, self.scripts, self.commands, self.rest, self.templates = [], {}, {}, [], []
        for package in self.packages:
            known(package, "rest_command", "script", "automation", "rest", "template")
            self.commands.update(package.get("rest_command", {}))
            self.scripts.update(package.get("script", {}))
            self.automations += package.get("automation", [])
            self.rest += package.get("rest", [])
            self.templates += package.get("template", [])
        self.automations += self.blueprints

    def filled(self, text, inputs):
        """Return the automation that a blueprint creates from inputs."""
        document = yaml.load(text, Loader)
        blueprint = document.pop("blueprint")
        known(blueprint, "name", "description", "domain", "homeassistant", "input")
        values = {}
        for name, field in blueprint["input"].items():
            known(field, "name", "description", "default", "selector")
            values[name] = inputs.pop(name) if name in inputs else field["default"]
        known(inputs)

        def fill(value):
            if isinstance(value, Input):
                return values[value]
            if isinstance(value, dict):
                return {key: fill(inner) for key, inner in value.items()}
            if isinstance(value, list):
                return [fill(inner) for inner in value]
            return value

        return fill(document)

    def as_timestamp(self, value):
        if isinstance(value, str):
            value = datetime.datetime.fromisoformat(value)
        return value.timestamp()

    def state_of(self, entity):
        if entity == "todo.worklog":
            return str(len([item for item in self.todo if item["status"] == "needs_action"])) if self.has_list else "unknown"
        return self.states[entity].state if entity in self.states else "unknown"

    def text(self, template, variables):
        if template not in self.compiled:
            self.compiled[template] = self.env.from_string(template)
        return self.compiled[template].render(variables)

    def rendered(self, value, variables):
        if isinstance(value, Secret):
            return self.secrets[value]
        if isinstance(value, str):
            return parsed(self.text(value, variables)) if "{" in value else value
        if isinstance(value, dict):
            return {key: self.rendered(inner, variables) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.rendered(inner, variables) for inner in value]
        return value

    def holds(self, condition, variables):
        got = self.rendered(condition, variables)
        if not isinstance(got, bool):
            raise ValueError(f"{condition} is {got!r}, which is not a boolean")
        return got

    def run(self, sequence, variables):
        for step in sequence:
            if "variables" in step:
                known(step, "variables")
                for name, value in step["variables"].items():
                    variables[name] = self.rendered(value, variables)
            elif "if" in step:
                known(step, "if", "then")
                if self.holds(step["if"], variables):
                    self.run(step["then"], variables)
            elif "repeat" in step:
                known(step, "repeat")
                known(step["repeat"], "for_each", "sequence")
                items = self.rendered(step["repeat"]["for_each"], variables)
                if not isinstance(items, list):
                    raise ValueError(f"for_each over {items!r}")
                for item in items:
                    self.run(step["repeat"]["sequence"], {**variables, "repeat": {"item": item}})
            elif "stop" in step:
                known(step, "stop")
                raise Stop
            elif "wait_template" in step:
                known(step, "wait_template", "timeout")  # nothing changes meanwhile
                self.holds(step["wait_template"], variables)
            elif "domain" in step:
                known(step, "domain", "type", "device_id", "title", "message", "data")
                if (step["domain"], step["type"]) != ("mobile_app", "notify"):
                    raise ValueError(f"unknown device action {step}")
                self.phone.append(self.rendered({k: step[k] for k in ("device_id", "title", "message", "data")}, variables))
            else:
                self.act(step, variables)

    def act(self, step, variables):
        known(step, "action", "target", "data", "continue_on_error", "response_variable")
        data = self.rendered(step.get("data", {}), variables)
        target = step.get("target")
        try:
            response = self.call(step["action"], target, data)
        except ActionFailed:
            if not step.get("continue_on_error"):
                raise
            return
        if "response_variable" in step:
            variables[step["response_variable"]] = response

    def call(self, action, target, data):
        domain, service = action.split(".")
        if domain == "todo":
            if target != {"entity_id": "todo.worklog"} or not self.has_list:
                raise ValueError(f"no such list: {target}")
            return self.list(service, data)
        if target is not None:
            raise ValueError(f"{action} has no target")
        if domain == "rest_command":
            return self.command(self.commands[service], data)
        if domain == "script":
            script = self.scripts[service]
            known(script, "alias", "description", "mode", "max", "fields", "sequence")
            known(data, *script["fields"])
            try:
                self.run(script["sequence"], dict(data))
            except Stop:
                pass
        elif action == "persistent_notification.create":
            known(data, "notification_id", "title", "message")
            self.notifications[data["notification_id"]] = data["message"]
        elif action == "persistent_notification.dismiss":
            known(data, "notification_id")
            self.notifications.pop(data["notification_id"], None)
        else:
            raise ValueError(f"unknown action {action}")

    def list(self, service, data):
        for value in data.values():
            if not isinstance(value, str):
                raise ValueError(f"not a text: {data}")
        if service == "get_items":
            known(data, "status")
            return {"todo.worklog": {"items": [dict(item) for item in self.todo if item["status"] == data["status"]]}}
        if service == "add_item":
            known(data, "item", "description")
            self.uids += 1
            self.todo.append({"summary": data["item"], "uid": f"0b3c8d1e-{self.uids:04}-11f1-9b5e-0242ac120002", "status": "needs_action", "description": data["description"]})
        elif service == "remove_item":
            known(data, "item")
            left = [item for item in self.todo if data["item"] not in (item["uid"], item["summary"])]
            if len(left) == len(self.todo):
                raise ActionFailed(f"Unable to find to-do list item: {data['item']}")
            self.todo = left
        else:
            raise ValueError(f"unknown action todo.{service}")

    def command(self, command, data):
        """Run a rest_command: redirects are followed with GET; no response is an error."""
        known(command, "url", "method", "content_type", "headers", "payload", "timeout")
        body = self.text(command["payload"], data)
        self.requests.append(body)
        if self.answers:
            answer = self.answers.pop(0)
            if answer is None:
                raise ActionFailed("timeout")
            return answer
        headers = {name: str(self.rendered(value, data)) for name, value in command["headers"].items()}
        request = urllib.request.Request(
            self.text(command["url"], data), body.encode(), {**headers, "Content-Type": command["content_type"]}, method=command["method"].upper()
        )
        try:
            response = urllib.request.urlopen(request, timeout=command["timeout"])
        except urllib.error.HTTPError as refused:
            response = refused
        except OSError as err:  # such as URLError and a reset connection
            raise ActionFailed(str(err)) from err
        content = response.read().decode()
        if response.headers.get_content_type() == "application/json":
            content = json.loads(content)
        return {"content": content, "status": response.status}

    def fire(self, automation, trigger):
        known(automation, "id", "alias", "description", "mode", "max", "max_exceeded", "variables", "triggers", "conditions", "actions")
        variables = {"trigger": trigger}
        for name, value in automation.get("variables", {}).items():
            variables[name] = self.rendered(value, variables)
        if "conditions" in automation and not self.holds(automation["conditions"], variables):
            return
        try:
            self.run(automation["actions"], variables)
        except Stop:
            pass

    def set_state(self, entity, state, attributes):
        before = self.states.get(entity)
        after = None if state is None else State(state, self.now, attributes)
        if after is None:
            self.states.pop(entity, None)
        else:
            self.states[entity] = after
        if before and after and before.state == after.state:
            after.last_changed = before.last_changed
            return
        self.now += datetime.timedelta(milliseconds=250)  # automations run slightly later
        for automation in self.automations:
            for trigger in automation["triggers"]:
                if trigger["trigger"] != "state" or trigger["entity_id"] != entity:
                    continue
                known(trigger, "trigger", "id", "entity_id", "to", "not_from", "not_to")
                if before and before.state in trigger.get("not_from", []) or after and after.state in trigger.get("not_to", []):
                    continue
                if "to" in trigger and (not after or after.state != trigger["to"]):
                    continue
                self.fire(automation, {"id": trigger.get("id"), "from_state": before, "to_state": after})

    def tick(self):
        for automation in self.automations:
            for trigger in automation["triggers"]:
                if trigger["trigger"] == "time_pattern":
                    known(trigger, "trigger", "minutes")
                    if trigger["minutes"] != "/1":
                        raise ValueError(f"unknown pattern {trigger}")
                    self.fire(automation, {})
                elif trigger["trigger"] != "state":
                    raise ValueError(f"unknown trigger {trigger}")

    def sensors(self, text):
        """Return the states of the template sensors after a response of the feed, or after none.

        The availability of rest sensors is not simulated: releases differ in when they evaluate it.
        """
        for resource in self.rest:
            known(resource, "resource", "scan_interval", "timeout", "sensor")
            for sensor in resource["sensor"]:
                known(sensor, "name", "unique_id", "value_template", "json_attributes")
                self.states["sensor." + sensor["name"]] = self.feed(sensor, text)
        values = {}
        for block in self.templates:
            known(block, "sensor", "binary_sensor")
            for kind in block:
                for sensor in block[kind]:
                    known(sensor, "name", "unique_id", "device_class", "state_class", "unit_of_measurement", "availability", "state")
                    values[sensor["unique_id"]] = self.template_state(kind, sensor)
        return values

    def feed(self, sensor, text):
        """Return the state of a rest sensor."""
        if text is None:
            return State("unavailable", self.now, {})
        variables = {"value": text}
        try:
            variables["value_json"] = json.loads(text)
        except ValueError:
            pass
        content = variables.get("value_json")
        attributes = {name: content[name] for name in sensor["json_attributes"] if name in content} if isinstance(content, dict) else {}
        return State(self.text(sensor["value_template"], variables), self.now, attributes)

    def template_state(self, kind, sensor):
        if not self.holds(sensor["availability"], {}):
            return "unavailable"
        value = self.text(sensor["state"], {})
        if kind == "binary_sensor":
            if value not in ("True", "False"):
                raise ValueError(f"{sensor['name']} is {value}")
            return "on" if value == "True" else "off"
        if sensor.get("device_class") == "timestamp":
            datetime.datetime.fromisoformat(value)
        if "unit_of_measurement" in sensor:
            float(value)
            if sensor.get("state_class") != "measurement":  # without it there are no statistics
                raise ValueError(f"{sensor['name']} has no state_class")
        return value

    def do(self, order):
        known(order, "do", "at", "packages", "blueprints", "secrets", "entity", "state", "attributes", "answers", "action", "data", "text", "has_list")
        if "at" in order:
            self.now = datetime.datetime.fromisoformat(order["at"])
        what, result = order["do"], {}
        if what == "load":
            self.packages = [yaml.load(text, Loader) for text in order["packages"]]
            self.blueprints = [self.filled(b["text"], b["inputs"]) for b in order["blueprints"]]
            self.secrets = order["secrets"]
            self.start()
        elif what == "restart":
            self.start()
        elif what == "clear":
            self.todo = []
            self.now = EPOCH
            self.start()
        elif what == "item":  # added by hand
            self.todo.append({"uid": str(len(self.todo)), **order["data"]})
        elif what == "list":
            self.has_list = order["has_list"]
        elif what == "state":
            self.set_state(order["entity"], order["state"], order.get("attributes", {}))
        elif what == "answers":
            self.answers = order["answers"]
        elif what == "call":
            self.call(order["action"], None, order["data"])
        elif what == "tick":
            self.tick()
        elif what == "sensors":
            result["sensors"] = self.sensors(order.get("text"))
        else:
            raise ValueError(f"unknown order {what}")
        return {
            **result,
            "waiting": [item.get("description") for item in self.todo],
            "labels": [item["summary"] for item in self.todo],
            "notifications": self.notifications,
            "requests": self.requests,
            "phone": self.phone,
        }


home_assistant = HomeAssistant()
for line in sys.stdin:
    print(json.dumps(home_assistant.do(json.loads(line))), flush=True)
