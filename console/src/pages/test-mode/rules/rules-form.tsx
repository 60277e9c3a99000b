import { Button, Group, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import type { Revised } from '../../../api/client.ts'
import { faultsByPointer } from '../../../api/problem.ts'
import type { TestRules } from '../../../api/schema.ts'
import { useSetTestRules } from '../../../api/test-mode/test-rules.ts'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'
import { CallRules } from './call-rules.tsx'
import { MessageRules } from './message-rules.tsx'
import { ReplyRules } from './reply-rules.tsx'

/** A form that edits all test rules as one draft and saves them together. */
export function RulesForm({ stored }: { stored: Revised<TestRules> }) {
  const rules = stored.data
  const [edited, setEdited] = useState<TestRules | null>(null)
  const draft = edited ?? rules
  const save = useSetTestRules()
  const revision = useSeenRevision(stored, { value: rules, isEdited: edited !== null, answer: save.data })
  const mayChange = useMay('editor')
  const faults = faultsByPointer(save.error)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(rules)
  const change = (part: Partial<TestRules>) => setEdited((before) => ({ ...(before ?? rules), ...part }))
  const submit = (seen: number | null) => {
    const onSuccess = () => {
      setEdited(unlessChanged(edited, null))
      showDone(t('The rules of test mode are saved. They apply from now on.'))
    }
    save.mutate({ changes: draft, revision: seen }, { onSuccess })
  }
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        submit(revision)
      }}
    >
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="lg">
          <CallRules
            url={draft.url}
            rules={draft.calls}
            faults={faults}
            onUrl={(url) => change({ url })}
            onRules={(calls) => change({ calls })}
          />
          <MessageRules rules={draft.messages} faults={faults} onRules={(messages) => change({ messages })} />
          <ReplyRules rules={draft.replies} faults={faults} onRules={(replies) => change({ replies })} />
          <EditProblem edit={save} thing="rules" place="page" onReplace={() => submit(null)} />
          <Group justify="flex-end">
            <Text size="sm" c="dimmed" flex="1 1 12rem">
              {t('In each list of rules, the first rule that matches is used. * stands for any text.')}
            </Text>
            <Button type="submit" disabled={!isChanged} loading={save.isPending}>
              {t('Save rules')}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
  )
}
