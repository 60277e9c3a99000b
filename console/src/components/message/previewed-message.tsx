import { Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { withPictures } from '../../api/sender/pictures.ts'
import { t } from '../../languages/text.ts'
import { messageDocument } from './message-document.ts'
import { MessageHead } from './message-head.tsx'
import { usePictures } from './use-pictures.ts'

interface Previewed {
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  /** The preheader of the e-mail; null if it has none. */
  readonly preheader: string | null
  /** The plain-text part that the e-mail gets besides its HTML if the step has no text of its own. */
  readonly plainText?: string
}

const phone = 375
const screen = 760

type PreviewMode = 'phone' | 'wide' | 'text'

/** Shows an e-mail before it is sent, as its recipients will see it. */
export function PreviewedMessage({ to, subject, text, html, preheader, plainText }: Previewed) {
  const [look, setLook] = useState<PreviewMode>('phone')
  const [isDark, setDark] = useState(false)
  const shown = html === null ? 'text' : look
  return (
    <Stack gap="sm">
      <MessageHead to={to} subject={subject} preheader={preheader ?? beginningOf(text ?? plainText ?? '')} />
      {html !== null && (
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('View')}
            data={[
              { value: 'phone', label: t('Phone') },
              { value: 'wide', label: t('Wide') },
              { value: 'text', label: t('Plain text') },
            ]}
            value={look}
            onChange={setLook}
          />
          <Switch
            size="xs"
            label={t('Dark')}
            checked={isDark}
            disabled={look === 'text'}
            onChange={({ currentTarget }) => setDark(currentTarget.checked)}
          />
        </Group>
      )}
      {html !== null && shown !== 'text' ? (
        <Frame
          html={html}
          title={t('HTML of the e-mail to {to}', { to })}
          width={shown === 'phone' ? phone : screen}
          isDark={isDark}
        />
      ) : (
        <Text component="div" size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text ?? plainText}
        </Text>
      )}
      {html !== null && shown === 'text' && (
        <Text size="xs" c="dimmed">
          {text === null
            ? t('The plain text is made from the HTML version, for mail programs that do not show HTML.')
            : t('The plain text is the text of the step, for mail programs that do not show HTML.')}
        </Text>
      )}
    </Stack>
  )
}

/** Returns the words that inboxes show beside the subject of an e-mail without a preheader. */
function beginningOf(text: string): string {
  return text.slice(0, 200).replaceAll(/\s+/g, ' ')
}

/** Shows the HTML of an e-mail at its true width in pixels, scaled down if there is less room. */
function Frame({
  html,
  title,
  width,
  isDark,
}: {
  html: string
  title: string
  width: number
  isDark: boolean
}) {
  const place = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState(0)
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return undefined
    const measure = () => setSpace(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const pictures = usePictures(html)
  const document = useMemo(
    () => messageDocument(withPictures(html, pictures), isDark),
    [html, pictures, isDark],
  )
  const scale = space === 0 ? 1 : Math.min(1, space / width)
  const height = 460
  return (
    <div>
      <div ref={place} style={{ height: height * scale, overflow: 'hidden' }}>
        <iframe
          title={title}
          sandbox=""
          srcDoc={document}
          style={{
            display: 'block',
            width,
            height,
            margin: space > width ? '0 auto' : 0,
            border: '1px solid var(--mantine-color-default-border)',
            borderRadius: width === phone ? 20 : 8,
            transform: scale === 1 ? undefined : `scale(${scale})`,
            transformOrigin: '0 0',
            background: isDark ? '#1d1d1f' : '#fff',
            colorScheme: isDark ? 'dark' : 'light',
          }}
        />
      </div>
      <Text size="xs" c="dimmed" mt={6}>
        {isDark
          ? t('The e-mail is shown with its own colours. Some mail programs change them.')
          : t('The e-mail is shown in a sandbox: links are off, and external images are not loaded.')}
      </Text>
    </div>
  )
}
