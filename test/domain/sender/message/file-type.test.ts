import { describe, expect, it } from '@jest/globals'
import { inlineFilesOf } from '../../../../src/domain/sender/message/attachment.ts'
import { fileNameOf, fileTypeOf } from '../../../../src/domain/sender/message/file-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const png = '\x89PNG\r\n\x1a\n....'
const docx = 'PK\x03\x04...[Content_Types].xml...word/document.xml'

describe('the type of a file', () => {
  it.each([
    ['logo.png', png, 'image/png'],
    ['LOGO.PNG', png, 'image/png'],
    ['photo.jpeg', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['move.gif', 'GIF89a..', 'image/gif'],
    ['new.webp', 'RIFF....WEBP', 'image/webp'],
    ['offer.pdf', '%PDF-1.7', 'application/pdf'],
    ['offer.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['notes.txt', 'Grüße', 'text/plain'],
    ['list.csv', 'a,b\n1,2', 'text/csv'],
    ['date.ics', 'BEGIN:VCALENDAR', 'text/calendar'],
    ['western.csv', 'name\r\nM\xfcller \x80 5', 'text/csv'],
    ['cyrillic.csv', 'name\r\n\xc8\xe2\xe0\xed', 'text/csv'],
    ['excel.txt', '\xff\xfea\0\t\0\xfc\0', 'text/plain'],
  ])('is determined by its content: %s', (name, content, type) => {
    const raw = name === 'notes.txt' ? Buffer.from(content) : bytes(content)
    expect(fileTypeOf(name, raw)?.type).toBe(type)
  })

  it.each([
    ['an executable', 'setup.exe', 'MZ\x90'],
    ['an executable under another name', 'offer.pdf', 'MZ\x90'],
    ['an executable among texts', 'notes.txt', 'MZ\x90\x00\x03'],
    ['a script', 'notes.txt', '#!/bin/sh'],
    ['an HTML page', 'offer.html', '<html>'],
    ['an SVG drawing, which may contain a script', 'logo.svg', '<svg>'],
    ['an archive', 'all.zip', 'PK\x03\x04'],
    ['an archive under another name', 'offer.docx', 'PK\x03\x04 setup.exe'],
    ['a document with macros', 'offer.docx', `${docx} word/vbaProject.bin`],
    ['a document of another kind', 'offer.xlsx', docx],
    ['an image of another kind', 'logo.png', 'GIF89a'],
    ['a double extension', 'offer.pdf.exe', '%PDF-1.7'],
    ['a file without a recognizable type', 'offer', '%PDF-1.7'],
    ['bytes that are not text', 'list.csv', '\xff\xfe\x00'],
    ['bytes of an executable', 'list.csv', '\x7fELF\x02\x01\xff'],
    ['a script in a one-byte encoding', 'list.csv', '#!/bin/sh M\xfcller'],
  ])('is refused: %s', (_what, name, content) => {
    expect(fileTypeOf(name, bytes(content))).toBeNull()
  })
})

describe('the name of a file', () => {
  it.each([
    ['logo.png', 'logo.png'],
    ['../../etc/logo.png', 'logo.png'],
    ['C:\\me\\logo.png', 'logo.png'],
    ['a\r\nBcc: eve@example.com.png', 'aBcc: eve@example.com.png'],
    ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
    ['"quoted".png', 'quoted.png'],
    ['', null],
    ['..', null],
    [`${'x'.repeat(200)}.png`, null],
  ])('is safe in a header and on a disk: %j', (written, name) => {
    expect(fileNameOf(written)).toBe(name)
  })
})

it('an image is found wherever the HTML names it', () => {
  const id = '01936f51-3e90-7f65-8d33-7081a2b3c4d5'
  const html = `<img src="cid:${id.toUpperCase()}"><td background='cid:${id}'> cid:logo {{ name }}`
  expect(inlineFilesOf(html)).toEqual([id])
  expect(inlineFilesOf(undefined)).toEqual([])
})
