import { Code, Select, TextInput } from '@mantine/core'
import type { CallRule } from '../../../api/test-mode/test-rules.ts'
import { oneOf } from '../../../components/search-param.ts'
import { RuleList } from './rule-list.tsx'

const answers: Readonly<Record<CallRule['answer'], string>> = {
  ok: 'Simulate OK',
  deny: 'Simulate a no (a guard stops the person)',
  busy: 'Simulate a busy URL (503, Spindle retries)',
  refuse: 'Simulate a refusal (400, no retry)',
  timeout: 'Simulate no answer in time (time-out)',
}
const names = Object.keys(answers) as CallRule['answer'][]

/** Edits how the webhooks and guards of test mode are answered: by a test URL, or by rules. */
export function CallRules({
  url,
  rules,
  faults,
  onUrl,
  onRules,
}: {
  url: string | null
  rules: readonly CallRule[]
  faults: ReadonlyMap<string, string>
  onUrl: (url: string | null) => void
  onRules: (rules: CallRule[]) => void
}) {
  return (
    <RuleList
      title="Answers to webhooks and guards"
      description={
        <>
          Spindle does not call the URL of a webhook or a guard in test mode. With a test URL it calls the
          test URL instead; without a test URL, the rules answer. Example:{' '}
          <Code>https://crm.example.com/*</Code> is busy.
        </>
      }
      above={
        <TextInput
          label="Test URL"
          description="The test URL gets every webhook and guard of test mode. Leave it empty to answer by the rules below."
          placeholder="https://test.example.com/spindle"
          type="url"
          maw={560}
          value={url ?? ''}
          error={faults.get('/url')}
          onChange={({ currentTarget: { value } }) => onUrl(value === '' ? null : value)}
        />
      }
      none="No rules: every webhook and guard is answered with OK."
      rules={rules}
      example={{ url: 'https://*', answer: 'ok' }}
      onRules={onRules}
    >
      {(rule, index, change) => (
        <>
          <TextInput
            label="URL"
            flex="2 1 14rem"
            value={rule.url}
            error={faults.get(`/calls/${index}/url`)}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <Select
            label="Answer"
            flex="1 1 12rem"
            allowDeselect={false}
            data={names.map((value) => ({ value, label: answers[value] }))}
            value={rule.answer}
            onChange={(value) => change({ answer: oneOf(names, value ?? undefined) ?? rule.answer })}
          />
        </>
      )}
    </RuleList>
  )
}
