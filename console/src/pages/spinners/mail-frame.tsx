import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { mailDocument } from './mail-document.ts'
import classes from './spinners.module.css'

/** The HTML of an e-mail, where it can neither run anything nor reach anybody. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const { document, withoutPictures } = useMemo(() => mailDocument(html), [html])
  return (
    <>
      <iframe className={classes['mail']} sandbox="" srcDoc={document} title={title} />
      {withoutPictures && (
        <Text size="xs" c="dimmed" p="xs">
          Pictures from other hosts are not loaded here.
        </Text>
      )}
    </>
  )
}
