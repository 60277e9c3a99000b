/**
 * Returns who can reach a webhook URL from another machine, judged by its host name alone: nobody, only
 * programs in the same network, or everybody.
 */
export function reachOf(url: string): 'nobody' | 'your network' | 'everybody' {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|::1?)$/.test(host)) return 'nobody'
  const isPrivate = /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2})$/.test(
    host,
  )
  return isPrivate || /\.(?:local|internal|lan)$/.test(host) || !/[.:]/.test(host)
    ? 'your network'
    : 'everybody'
}
