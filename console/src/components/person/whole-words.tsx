import { Fragment } from 'react'

/**
 * Shows a text that breaks between words and behind the signs of an address, and never inside a word. A word that is
 * wider than the page is cut.
 */
export function WholeWords({ text }: { text: string }) {
  const parts = [...text.matchAll(/[^@.\-_+/]*[@.\-_+/]?/g)]
  return (
    <span
      title={text}
      style={{ display: 'block', overflowWrap: 'normal', overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      {parts.map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
