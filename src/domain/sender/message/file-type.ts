/** The type of an uploaded file, determined by its content. The extension of the file's name must agree. */
export interface FileType {
  readonly type: string
  readonly extension: string
}

const office = 'application/vnd.openxmlformats-officedocument'

const byExtension: Readonly<Record<string, FileType>> = {
  png: { type: 'image/png', extension: 'png' },
  jpg: { type: 'image/jpeg', extension: 'jpg' },
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  gif: { type: 'image/gif', extension: 'gif' },
  webp: { type: 'image/webp', extension: 'webp' },
  pdf: { type: 'application/pdf', extension: 'pdf' },
  docx: { type: `${office}.wordprocessingml.document`, extension: 'docx' },
  xlsx: { type: `${office}.spreadsheetml.sheet`, extension: 'xlsx' },
  pptx: { type: `${office}.presentationml.presentation`, extension: 'pptx' },
  txt: { type: 'text/plain', extension: 'txt' },
  csv: { type: 'text/csv', extension: 'csv' },
  ics: { type: 'text/calendar', extension: 'ics' },
  vcf: { type: 'text/vcard', extension: 'vcf' },
}

/**
 * The types of files that may be attached to messages. Files of these types run no code on the machine where
 * they are opened.
 */
export const attachableTypes = 'png, jpg, gif, webp, pdf, docx, xlsx, pptx, txt, csv, ics or vcf'

const beginnings: readonly (readonly [extension: string, bytes: string, at?: number])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'WEBP', 8],
  ['pdf', '%PDF-'],
]

/** For each Office file type, the folder in its zip archive by which the type is recognized. */
const officeParts = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' } as const

/**
 * Returns the type of an uploaded file; null if the type may not be attached or the content does not match
 * the name.
 */
export function fileTypeOf(name: string, content: Uint8Array): FileType | null {
  const claimed = byExtension[/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (claimed === undefined) return null
  const bytes = latin1(content)
  const begun = beginnings.find(([, text, at = 0]) => bytes.startsWith(text, at))?.[0]
  if (begun !== undefined) return begun === claimed.extension ? claimed : null
  if (bytes.startsWith('PK\x03\x04')) return isOffice(claimed.extension, bytes) ? claimed : null
  return claimed.type.startsWith('text/') && isText(content) ? claimed : null
}

/**
 * Returns the name of an uploaded file without characters that are unsafe in headers or on disks. Returns
 * null if nothing is left or the name exceeds 200 characters.
 */
export function fileNameOf(written: string): string | null {
  const name = (written.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/gu, '')
    .trim()
  return name === '' || /^\.*$/.test(name) || name.length > 200 ? null : name
}

function isOffice(extension: string, bytes: string): boolean {
  const part = officeParts[extension as keyof typeof officeParts]
  // An Office archive contains the names of its parts in plain text. A file with macros is refused, because
  // macros run regardless of the file's extension.
  return (
    part !== undefined &&
    bytes.includes(part) &&
    bytes.includes('[Content_Types].xml') &&
    !/vbaProject/i.test(bytes)
  )
}

/**
 * Returns whether the content of an uploaded file is text: UTF-8, UTF-16 with a byte order mark, or a
 * one-byte encoding from a spreadsheet program.
 */
function isText(content: Uint8Array): boolean {
  const text = decoded(content)
  // Tabs, line breaks and form feeds are allowed in a text file; other bytes below 0x20 are not, and neither
  // are scripts.
  return text !== null && !/[^\P{Cc}\t-\r\x7f-\x9f]/u.test(text) && !text.startsWith('#!')
}

function decoded(content: Uint8Array): string | null {
  const [first, second] = content
  const mark =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(mark ?? 'utf-8', { fatal: true }).decode(content)
  } catch {
    // Content that is no valid UTF-8 may be text in a one-byte encoding. Programs contain bytes below 0x20,
    // which no such encoding uses.
    return mark === null ? latin1(content) : null
  }
}

/**
 * Returns the content of a file as a string with one character for each byte. A text decoder would change some
 * of the bytes.
 */
function latin1(content: Uint8Array): string {
  const parts: string[] = []
  for (let from = 0; from < content.length; from += 8_192)
    parts.push(String.fromCharCode(...content.subarray(from, from + 8_192)))
  return parts.join('')
}
