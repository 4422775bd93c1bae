// The inside of the gate: two local ports that lead to the app's sockets, which are all there is of a network.

export const EGRESS_SOCKET = 'egress.sock';
export const MODEL_SOCKET = 'model.sock';
const EGRESS_PORT = 3128;
export const MODEL_PORT = 8787;

const SCRIPT = `lead() {
  [ -S "/run/gate/$2" ] || return 0
  socat "TCP-LISTEN:$1,bind=127.0.0.1,fork,reuseaddr" "UNIX-CONNECT:/run/gate/$2" </dev/null >/dev/null 2>&1 &
  hex=$(printf '0100007F:%04X 00000000:0000 0A' "$1")
  n=0
  until grep -q "$hex" /proc/net/tcp; do
    n=$((n + 1)); [ "$n" -lt 200 ] || { echo 'ultraloop: no way out of the sandbox: is socat installed?' >&2; exit 1; }
    sleep 0.02
  done
}
lead ${EGRESS_PORT} ${EGRESS_SOCKET}
lead ${MODEL_PORT} ${MODEL_SOCKET}
exec "$@"`;

/** In front of a command: opens the ports, waits until they listen, and becomes the command. */
export const INSIDE: readonly string[] = ['/bin/sh', '-c', SCRIPT, 'gate'];

const proxy = `http://127.0.0.1:${EGRESS_PORT}`;
/** What programs look at to find a proxy. */
export const LEADS_OUT: Readonly<Record<string, string>> = {
  ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy },
  ...{ NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost', NODE_USE_ENV_PROXY: '1' },
};
