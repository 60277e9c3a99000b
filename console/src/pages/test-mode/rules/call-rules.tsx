import { Code, Select, TextInput } from '@mantine/core'
import type { CallRule } from '../../../api/test-mode/test-rules.ts'
import { oneOf } from '../../../components/search-param.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { RuleList } from './rule-list.tsx'

const answers: Readonly<Record<CallRule['answer'], string>> = {
  ok: t('Simulate OK'),
  deny: t('Simulate a no (a guard stops the person)'),
  busy: t('Simulate a busy URL (503, Spindle retries)'),
  refuse: t('Simulate a refusal (400, no retry)'),
  timeout: t('Simulate no answer in time (time-out)'),
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
      title={t('Answers to webhooks and guards')}
      description={rich(
        'Spindle does not call the URL of a webhook or a guard in test mode. With a test URL it calls the test URL instead; without a test URL, the rules answer. Example: <code>https://crm.example.com/*</code> is busy.',
        { code: <Code /> },
      )}
      above={
        <TextInput
          label={t('Test URL')}
          description={t(
            'The test URL gets every webhook and guard of test mode. Leave it empty to answer by the rules below.',
          )}
          placeholder="https://test.example.com/spindle"
          type="url"
          maw={560}
          value={url ?? ''}
          error={faults.get('/url')}
          onChange={({ currentTarget: { value } }) => onUrl(value === '' ? null : value)}
        />
      }
      none={t('No rules: every webhook and guard is answered with OK.')}
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
            label={t('Answer')}
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
