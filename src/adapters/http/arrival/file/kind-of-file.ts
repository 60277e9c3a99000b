import { fileFault } from '../../request/body/file-fault.ts'

/**
 * Returns whether an uploaded file is a ZIP archive, such as .xlsx. Its first bytes decide, and not its name.
 */
export function isZip(start: Buffer): boolean {
  return start.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
}

export function assertNotOle(start: Buffer): void {
  if (!start.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))) return
  throw fileFault(
    'WRONG_FORM',
    'The file is an old Excel file (.xls) or has a password; save it as .xlsx without a password, or as "CSV UTF-8"',
  )
}
