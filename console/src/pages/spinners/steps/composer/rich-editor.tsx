import { Alert, Box, Text } from '@mantine/core'
import { useEffect, useId } from 'react'
import { t } from '../../../../languages/text.ts'
import { ChoiceList, optionId } from '../values/choice-list.tsx'
import classes from './composer.module.css'
import tags from './line/template-tags.module.css'
import { takeChoice } from './mail-completion.ts'
import { formatsAt, Toolbar } from './toolbar.tsx'
import { type EditorUse, useMailView } from './use-mail-view.ts'

const message: EditorUse = { label: t('Message'), isShort: false }

/** Edits an e-mail as recipients will see it. The given HTML is rewritten only after the first change. */
export function RichEditor({
  html,
  fault,
  use = message,
  onChange,
  onUnreadable,
}: {
  html: string
  fault: string | undefined
  /** The part of an e-mail that is edited; by default its message. */
  use?: EditorUse
  onChange: (html: string) => void
  /** Called if the HTML was changed elsewhere, such as in another tab, and this editor cannot show it. */
  onUnreadable: () => void
}) {
  const id = useId()
  const { place, view, open, setOpen, losses, setLosses } = useMailView(html, use, onChange, onUnreadable)

  useEffect(() => {
    if (view === null) return
    const { dom } = view
    const set = (name: string, value: string | null) =>
      value === null ? dom.removeAttribute(name) : dom.setAttribute(name, value)
    set('aria-controls', open === null ? null : id)
    set('aria-activedescendant', open === null ? null : optionId(id, open.active))
    set('aria-invalid', fault === undefined ? null : 'true')
  }, [view, open, id, fault])

  return (
    <Box className={classes['frame']} data-faulty={fault !== undefined || undefined}>
      {view !== null && <Toolbar view={view} isShort={use.isShort} formats={formatsAt(view)} />}
      <div
        ref={place}
        className={`${classes['paper']} ${tags['tags']}`}
        data-short={use.isShort || undefined}
      />
      {losses.length > 0 && (
        <Alert
          role="status"
          variant="light"
          m="xs"
          withCloseButton
          closeButtonLabel={t('Close')}
          onClose={() => setLosses([])}
        >
          <Text size="sm">
            {use.isShort
              ? t('The pasted text has parts that the editor cannot take over: {losses}.', {
                  losses: losses.join(', '),
                })
              : t(
                  'The pasted text has parts that the editor cannot take over: {losses}. To keep a message exactly as it is, choose “Edit message as HTML” and paste its HTML there.',
                  { losses: losses.join(', ') },
                )}
          </Text>
        </Alert>
      )}
      {view !== null && open !== null && (
        <ChoiceList
          id={id}
          choices={open.choices}
          active={open.active}
          spot={open.spot}
          onTake={(choice) => takeChoice(view, choice, open, setOpen)}
        />
      )}
    </Box>
  )
}
