import { Alert, Button, Group, Text } from '@mantine/core'
import { Code2, PenLine } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../../languages/text.ts'
import { TemplateField } from '../fields/template-field.tsx'
import { ValueChips } from '../fields/value-chips.tsx'
import { readHtml } from './read-html.ts'
import { RichEditor } from './rich-editor.tsx'

export interface ComposerProps {
  readonly html: string
  readonly fault: string | undefined
  readonly onChange: (html: string) => void
}

const given = ['unsubscribe_url']

/**
 * Edits the HTML of a message as recipients see it, or its source if the visual editor would change the HTML.
 */
export function MailComposer({ html, fault, onChange }: ComposerProps) {
  const [isSource, setSource] = useState(() => readHtml(html) === null)
  const isReadable = !isSource || readHtml(html) !== null
  return (
    <div>
      {isSource ? (
        <>
          {!isReadable && (
            <Alert variant="default" mb="sm" title={t('This message is edited as HTML')}>
              <Text size="sm">
                {t(
                  'The message has parts that the editor cannot show, such as styles, tables or other tags. These parts stay exactly as they are.',
                )}
              </Text>
            </Alert>
          )}
          <TemplateField
            label="HTML"
            labelHidden
            rows={10}
            first
            monospace
            given={given}
            description={t('Inserted values are escaped, so they cannot break the HTML.')}
            value={html}
            fault={fault}
            onChange={onChange}
          />
        </>
      ) : (
        <>
          <RichEditor html={html} fault={fault} onChange={onChange} onUnreadable={() => setSource(true)} />
          <ValueChips template={html} label={t('Message')} onChange={onChange} />
        </>
      )}
      <Group justify="space-between" mt={6} gap="xs" wrap="nowrap" align="flex-start">
        <Text size="xs" c={fault === undefined || isSource ? 'dimmed' : 'var(--mantine-color-error)'}>
          {fault !== undefined && !isSource
            ? fault
            : t('Type {{ to insert a value of the recipient into the message.')}
        </Text>
        {isReadable && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            style={{ flex: 'none' }}
            leftSection={isSource ? <PenLine size={14} aria-hidden /> : <Code2 size={14} aria-hidden />}
            onClick={() => setSource(!isSource)}
          >
            {isSource ? t('Back to message editor') : t('Edit message as HTML')}
          </Button>
        )}
      </Group>
    </div>
  )
}
