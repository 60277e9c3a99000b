import { Checkbox, Menu, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type ActedRecipient, type ActKind, useActOnRecipient } from '../../../../api/job/recipient-acts.ts'
import { isProblem } from '../../../../api/problem.ts'
import type { Step } from '../../../../api/schema.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../../components/show-done.ts'
import { RowMenu } from '../../../../components/table/row-menu.tsx'
import { usePlanWords } from '../../../../components/test-mode/use-plan-words.ts'
import { t } from '../../../../languages/text.ts'
import { ActFields, actOf, noValues } from './act-fields.tsx'
import { actsOn, actWords } from './act-words.ts'

interface Of {
  readonly jobId: string
  readonly recipient: ActedRecipient
  /** The name of the recipient for the title of the dialog. */
  readonly name: string
  readonly steps: readonly Step[]
}

/** The menu of a recipient with the acts on it. Viewers see none, and neither does a recipient without acts. */
export function RecipientMenu({ jobId, recipient, name, steps }: Of) {
  const [kind, setKind] = useState<ActKind | null>(null)
  const acts = actsOn(recipient)
  if (acts.length === 0) return null
  return (
    <ForEditors>
      <RowMenu label={t('Actions for {name}', { name })} width={220}>
        {acts.map((act) => {
          const { label, icon: Icon } = actWords[act]
          return (
            <Menu.Item
              key={act}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setKind(act)}
              {...(act === 'stop' ? { color: 'red' } : {})}
            >
              {act === 'skip' && recipient.reason?.code === 'WAIT_STEP' ? t('End the wait') : label}
            </Menu.Item>
          )
        })}
      </RowMenu>
      {kind !== null && (
        <ActDialog
          jobId={jobId}
          recipient={recipient}
          name={name}
          steps={steps}
          kind={kind}
          onClose={() => setKind(null)}
        />
      )}
    </ForEditors>
  )
}

/** Asks for the step or the time of an act, or confirms the act. Offers to send a message again if it was sent. */
function ActDialog({
  jobId,
  recipient,
  name,
  steps,
  kind,
  onClose,
}: Of & { kind: ActKind; onClose: () => void }) {
  const act = useActOnRecipient(jobId, recipient.recordId)
  const [values, setValues] = useState(noValues)
  const [isAgain, setAgain] = useState(false)
  const { verb, one } = actWords[kind]
  const chosen = actOf(kind, values)
  const wasSent =
    isProblem(act.error) && act.error.problem.errors?.some(({ code }) => code === 'SENT') === true
  const send = () => {
    if (chosen === null) return
    act.mutate(chosen.action === 'move' && isAgain ? { ...chosen, again: true } : chosen, {
      onSuccess: ({ jobId: present }) => {
        showDone(
          present === jobId
            ? t('{name} was changed', { name })
            : t('{name} continues in a new job', { name }),
        )
        onClose()
      },
    })
  }
  return (
    <Modal opened onClose={onClose} title={one.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <strong>{name}</strong>: {one.text}
          </Text>
          <ActFields
            kind={kind}
            steps={steps}
            values={values}
            onChange={(changed) => {
              act.reset()
              setAgain(false)
              setValues(changed)
            }}
          />
          {wasSent ? <SendAgain isAgain={isAgain} onChange={setAgain} /> : <ProblemAlert error={act.error} />}
          <FormFooter
            onCancel={onClose}
            isPending={act.isPending}
            disabled={chosen === null || (wasSent && !isAgain)}
            {...(kind === 'stop' ? { color: 'red' } : {})}
          >
            {verb}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}

/** Asks whether messages that were sent to the recipient already are sent again. */
function SendAgain({ isAgain, onChange }: { isAgain: boolean; onChange: (isAgain: boolean) => void }) {
  const plan = usePlanWords()
  return (
    <>
      <Text size="sm" role="alert">
        {t('This step or a later one has already sent a message to the recipient.')}
      </Text>
      <Checkbox
        label={t('Send these messages again')}
        description={t('The recipient continues in a new job, which counts as a job toward {plan}.', {
          plan,
        })}
        checked={isAgain}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </>
  )
}
