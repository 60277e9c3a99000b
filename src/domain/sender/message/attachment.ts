/** A file that is sent with a message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
  /** Whether the HTML shows the file, as `cid:ID`. */
  readonly inline: boolean
}

/** The size limits in bytes: of one file, and of all files of a message together. */
export const largestFile = 5 * 1024 * 1024
export const largestAttachments = 10 * 1024 * 1024
export const mostAttachments = 10
/** The highest number of files of one organization. */
export const mostFiles = 200

const cid = /\bcid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi

/** Returns the ids of the files that the HTML shows. */
export function inlineFilesOf(html: string | undefined): readonly string[] {
  const found = [...(html ?? '').matchAll(cid)].map(([, id = '']) => id.toLowerCase())
  return [...new Set(found)]
}
