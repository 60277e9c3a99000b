/** An uploaded file that is attached to a message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
  /** Whether the HTML of the message shows the attached file as an image, by the reference `cid:ID`. */
  readonly inline: boolean
}

/** The size limits of attachments in bytes: of one file, and of all files of a message together. */
export const maxFileBytes = 5 * 1024 * 1024
export const maxAttachmentsBytes = 10 * 1024 * 1024
export const maxAttachments = 10
/** The highest number of uploaded files of one organization. */
export const maxFiles = 200

const cid = /\bcid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi

/** Returns the ids of the uploaded files that the HTML of a message shows as `cid:ID`. */
export function inlineFilesOf(html: string | undefined): readonly string[] {
  const found = [...(html ?? '').matchAll(cid)].map(([, id = '']) => id.toLowerCase())
  return [...new Set(found)]
}
