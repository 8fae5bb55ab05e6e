"""A local stand-in for an OpenAI-style endpoint, which likes the longer item.

What it does is in the model's name: `stub` answers; `stub-500`, `stub-429`, `stub-slow` and
`stub-cut` first fail once for every prompt: by status 500, by status 429 with Retry-After, by an
answer that takes 3 seconds, by closing the connection; `stub-always-500` fails always;
`stub-chatty` says more than a word, `stub-once-chatty` the first time, `stub-html` sends no JSON,
`stub-deep` JSON that is nested too deep, `stub-long` too much of it, `stub-empty` an object without
choices, `stub-tokens` an absurd usage; `stub-drip` and `stub-drip-head` send a byte now and then;
`stub-strict` refuses max_tokens and temperature, `stub-escape` everything, with what a terminal
obeys; `stub-redirect-CODE` sends elsewhere; `stub-tell` and `stub-tell-json` tell the key in a
reply, `stub-refuse` in an error. Any other model: 404. A key other than `secret` or `a/se+cret`:
401, unless it is asked to tell it.

    python3 tests/selection/stub_server.py [PORT]
"""
import http.server
import json
import re
import sys
import threading
import time


class Stub(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.lock = threading.Lock()
        self.seen = {}  # prompt -> how often it came
        self.requests = []  # what came: (time, path, body)
        self.headers = []  # of these
        self.elsewhere = "/v1/elsewhere"  # where redirects lead to

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, text, **headers):
        data = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def drip(self, text):
        self.close_connection = True
        try:
            for byte in text.encode():
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass  # who asked did not wait

    def misbehave(self, model, body):
        """Whether the model is one of those who do so whatever they are asked."""
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        reply = {"choices": [{"message": {"content": "The key is " + key}}]}
        if model.startswith("stub-redirect-"):
            self.send(int(model.rsplit("-", 1)[1]), "", Location=self.server.elsewhere)
        elif model == "stub-deep":
            self.send(200, "[" * 100_000 + "]" * 100_000)
        elif model == "stub-long":
            self.send(200, " " * (1 << 20) + "{}")
        elif model == "stub-drip":
            self.drip(f"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{' ' * 400}"[:400])
        elif model == "stub-drip-head":
            self.drip("HTTP/1.1 200 OK\r\n" + "X: y\r\n" * 80)
        elif model == "stub-escape":
            self.send(400, "no\x1b[2J\x9b31m\u202e\x00\nsecond line" + "x" * 1000)
        elif model == "stub-strict" and {"max_tokens", "temperature"} & body.keys():
            self.send(400, '{"error":{"message":"Unsupported parameter"}}')
        elif model == "stub-tell":
            self.send(200, json.dumps(reply))
        elif model == "stub-tell-json":
            self.send(400, json.dumps(reply).replace("/", "\\/").replace("+", "\\u002B"))
        elif model == "stub-refuse":
            self.send(401, "x" * 285 + key)
        else:
            return False
        return True

    def do_GET(self):
        """Who follows a redirect as browsers do gets a verdict here, and must not want it."""
        with self.server.lock:
            self.server.requests.append((time.monotonic(), self.path, None))
            self.server.headers.append(self.headers)
        self.send(200, json.dumps({"choices": [{"message": {"content": "A"}}]}))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = json.dumps(body["messages"])
        with self.server.lock:
            self.server.requests.append((time.monotonic(), self.path, body))
            self.server.headers.append(self.headers)
            tried = self.server.seen[prompt] = self.server.seen.get(prompt, 0) + 1
        if self.path != "/v1/chat/completions":
            return self.send(404, "no such path")
        model, first = body["model"], tried == 1
        if self.misbehave(model, body):
            return None
        if self.headers.get("Authorization", "Bearer secret") not in (
                "Bearer secret", "Bearer a/se+cret"):
            return self.send(401, '{"error":{"message":"Incorrect API key provided"}}')
        if model == "stub-always-500" or (model == "stub-500" and first):
            return self.send(500, "oops")
        if model == "stub-429" and first:
            return self.send(429, "slow down", Retry_After="1")
        if model == "stub-slow" and first:
            time.sleep(3)
        if model == "stub-cut" and first:
            self.close_connection = True
            return None
        if model == "stub-html":
            return self.send(200, "<html>hello</html>")
        if model == "stub-empty":
            return self.send(200, "{}")
        known = {"stub", "stub-500", "stub-429", "stub-slow", "stub-cut", "stub-chatty",
                 "stub-once-chatty", "stub-strict", "stub-tokens"}
        if model not in known:
            return self.send(404, '{"error":{"message":"The model does not exist"}}')
        fence = re.search(r"=====\w+", body["messages"][0]["content"]).group()
        items = re.findall(f"{fence}\n(.*?)\n{fence}", body["messages"][1]["content"], re.DOTALL)
        a, b = map(len, items)
        word = "A" if a > b else "B" if b > a else "tie"
        if model == "stub-chatty" or (model == "stub-once-chatty" and first):
            word = f"I would say that {word} is better."
        reply = {"choices": [{"message": {"role": "assistant", "content": word}}],
                 "usage": {"prompt_tokens": 1000, "completion_tokens": 10}}
        if model == "stub-tokens":
            reply["usage"]["prompt_tokens"] = 10 ** 400
        try:
            self.send(200, json.dumps(reply))
        except OSError:
            pass  # who asked did not wait
        return None


if __name__ == "__main__":
    with Stub(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as stub:
        print(stub.url, flush=True)
        stub.serve_forever()
