/** A file that goes along with a message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
  /** Shown within the HTML, which names it as `cid:ID`. */
  readonly inline: boolean
}

/** Of one file, and of all files of a message. */
export const largestFile = 5 * 1024 * 1024
export const largestAttachments = 10 * 1024 * 1024
export const mostAttachments = 10
/** Of one organization. */
export const mostFiles = 200

const cid = /\bcid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi

/** The files that HTML shows within itself. */
export function inlineFilesOf(html: string | undefined): readonly string[] {
  const found = [...(html ?? '').matchAll(cid)].map(([, id = '']) => id.toLowerCase())
  return [...new Set(found)]
}
