/** An uploaded file that can be attached to messages. */
export interface StoredFile {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly type: string
  readonly size: number
  /** The SHA-256 digest of the file's content, in hexadecimal digits. */
  readonly digest: string
  readonly createdAt: Date
}

export interface FileWithContent extends StoredFile {
  readonly content: Uint8Array
}
