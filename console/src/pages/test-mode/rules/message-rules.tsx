import { Code, Select, TextInput } from '@mantine/core'
import type { MessageRule } from '../../../api/test-mode/test-rules.ts'
import { oneOf } from '../../../components/search-param.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { RuleList } from './rule-list.tsx'

const outcomes: Readonly<Record<MessageRule['response'], string>> = {
  deliver: t('Message is delivered'),
  bounce: t('Message bounces after it was accepted'),
  temporaryRefusal: t('Message is temporarily refused by the server (Spindle retries)'),
  refuse: t('Message is refused by the server'),
}
const names = Object.keys(outcomes) as MessageRule['response'][]

/** Edits the rules that give captured messages of test mode an response, such as a bounce, by address. */
export function MessageRules({
  rules,
  faults,
  onRules,
}: {
  rules: readonly MessageRule[]
  faults: ReadonlyMap<string, string>
  onRules: (rules: MessageRule[]) => void
}) {
  return (
    <RuleList
      title={t('Outcome of messages')}
      description={rich(
        'Messages are captured and count as delivered. A rule simulates another answer of the mail server. Example: <code>*@nowhere.example</code> is refused.',
        { code: <Code /> },
      )}
      none={t('No rules: every message is delivered.')}
      rules={rules}
      example={{ to: '*@example.com', response: 'bounce' }}
      onRules={onRules}
    >
      {(rule, index, change) => (
        <>
          <TextInput
            label={t('Address')}
            flex="2 1 14rem"
            value={rule.to}
            error={faults.get(`/messages/${index}/to`)}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
          <Select
            label={t('Outcome')}
            flex="1 1 12rem"
            allowDeselect={false}
            data={names.map((value) => ({ value, label: outcomes[value] }))}
            value={rule.response}
            onChange={(value) => change({ response: oneOf(names, value ?? undefined) ?? rule.response })}
          />
        </>
      )}
    </RuleList>
  )
}
