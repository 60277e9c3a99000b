import { Button, Menu, Modal, Stack, Text } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  type Act,
  type ActKind,
  type Selection,
  useActOnRecipients,
} from '../../../../api/job/recipient-acts.ts'
import type { RecipientActionResult, Step } from '../../../../api/schema.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { t } from '../../../../languages/text.ts'
import { ActFields, actOf, noValues } from './act-fields.tsx'
import { actKinds, actWords, wordsOfObstacle } from './act-words.ts'

interface Chosen {
  readonly jobId: string
  readonly selection: Selection
  readonly steps: readonly Step[]
}

/** The menu of acts on the selected recipients, or on all that the filter shows. */
export function ActOnMany({
  label,
  onDone,
  ...chosen
}: Chosen & {
  /** The label of the button, such as "Change 3 selected". */
  label: string
  /** Is called after the act, such as to end the selection. */
  onDone?: () => void
}) {
  const [kind, setKind] = useState<ActKind | null>(null)
  return (
    <ForEditors>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <Button variant="default" size="sm" rightSection={<ChevronDown size={16} aria-hidden />}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actKinds.map((act) => {
            const { label: words, icon: Icon } = actWords[act]
            return (
              <Menu.Item
                key={act}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => setKind(act)}
                {...(act === 'stop' ? { color: 'red' } : {})}
              >
                {words}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {kind !== null && <ManyDialog {...chosen} kind={kind} onClose={() => setKind(null)} onDone={onDone} />}
    </ForEditors>
  )
}

/** Counts the recipients that an act would change, shows the number with the exceptions, and then acts. */
function ManyDialog({
  jobId,
  selection,
  steps,
  kind,
  onClose,
  onDone,
}: Chosen & { kind: ActKind; onClose: () => void; onDone: (() => void) | undefined }) {
  const [values, setValues] = useState(noValues)
  const count = useActOnRecipients(jobId)
  const act = useActOnRecipients(jobId)
  const { title, text } = actWords[kind].many
  const chosen = actOf(kind, values)
  const counted = count.data
  const onChange = (changed: typeof values) => {
    count.reset()
    setValues(changed)
  }
  const run = (wish: Act) => {
    if (counted === undefined) {
      count.mutate({ selection, act: wish, preview: true })
      return
    }
    act.mutate(
      { selection, act: wish, preview: false },
      {
        onSuccess: ({ changed, isComplete }) => {
          showDone(
            isComplete
              ? t('{changed, plural, one {# recipient was changed} other {# recipients were changed}}', {
                  changed,
                })
              : t(
                  '{changed, plural, one {# recipient was changed} other {# recipients were changed}}; the others follow within minutes',
                  { changed },
                ),
          )
          onDone?.()
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen !== null) run(chosen)
        }}
      >
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          <ActFields kind={kind} steps={steps} values={values} onChange={onChange} />
          {counted !== undefined && <Counted result={counted} />}
          <ProblemAlert error={act.error ?? count.error} />
          <FormFooter
            onCancel={onClose}
            isPending={count.isPending || act.isPending}
            disabled={chosen === null || (counted?.changed === 0 && !counted.isEstimate)}
            {...(kind === 'stop' && counted !== undefined ? { color: 'red' } : {})}
          >
            {counted === undefined
              ? t('Count recipients')
              : counted.isEstimate
                ? t('Change all recipients')
                : t('{count, plural, one {Change # recipient} other {Change # recipients}}', {
                    count: counted.changed,
                  })}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}

/** Shows how many recipients an act would change, and why others stay as they are. */
function Counted({ result: { changed, refused, isEstimate } }: { result: RecipientActionResult }) {
  return (
    <Stack gap={4} role="status">
      <Text fw={600} size="sm">
        {t('{count, plural, one {# recipient would be changed} other {# recipients would be changed}}', {
          count: changed,
        })}
      </Text>
      {isEstimate && <Text size="sm">{t('The numbers are estimated from a part of the recipients.')}</Text>}
      {refused.length > 0 && <Text size="sm">{t('Others stay as they are:')}</Text>}
      {refused.map(({ code, count }) => (
        <Text key={code} size="sm" c="dimmed">
          {wordsOfObstacle(code, count)}
        </Text>
      ))}
    </Stack>
  )
}
