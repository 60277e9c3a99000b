/** A file that people have uploaded, to go along with messages. */
export interface StoredFile {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly type: string
  readonly size: number
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string
  readonly createdAt: Date
}

export interface FileWithContent extends StoredFile {
  readonly content: Uint8Array
}
