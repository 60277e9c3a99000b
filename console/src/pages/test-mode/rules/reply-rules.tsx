import { Code, NumberInput, Select, TextInput } from '@mantine/core'
import type { ReplyRule } from '../../../api/test-mode/test-rules.ts'
import { oneOf } from '../../../components/search-param.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { inboundKindNames, inboundKinds } from '../inbound-kinds.ts'
import { RuleList } from './rule-list.tsx'

const hour = 3_600
const day = 86_400
const example: ReplyRule = {
  to: 'ada@example.com',
  kind: 'reply',
  text: inboundKinds.reply.sample,
  awaySeconds: null,
  afterSeconds: 2 * hour,
}

/** Edits the rules that simulate reactions to messages in test mode, such as replies, by address. */
export function ReplyRules({
  rules,
  faults,
  onRules,
}: {
  rules: readonly ReplyRule[]
  faults: ReadonlyMap<string, string>
  onRules: (rules: ReplyRule[]) => void
}) {
  return (
    <RuleList
      title={t('Reactions of people')}
      description={rich(
        'People do not react to messages in test mode until you simulate a reaction. A rule simulates a reaction to each message to an address, after a time on the test clock. Example: <code>ada@example.com</code> replies after two hours.',
        { code: <Code /> },
      )}
      none={t('No rules: no person reacts automatically.')}
      rules={rules}
      example={example}
      onRules={onRules}
    >
      {(rule, index, change) => (
        <>
          <TextInput
            label={t('Address')}
            flex="2 1 12rem"
            value={rule.to}
            error={faults.get(`/replies/${index}/to`)}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
          <Select
            label={t('Reaction')}
            flex="1 1 9rem"
            allowDeselect={false}
            data={inboundKindNames.map((value) => ({ value, label: inboundKinds[value].label }))}
            value={rule.kind}
            onChange={(value) => {
              const kind = oneOf(inboundKindNames, value ?? undefined) ?? rule.kind
              const awaySeconds = kind === 'autoReply' ? 7 * day : null
              change({ kind, text: inboundKinds[kind].sample, awaySeconds })
            }}
          />
          <NumberInput
            label={t('Hours from the message to the reaction')}
            flex="1 1 7rem"
            min={0}
            max={8_784}
            value={rule.afterSeconds / hour}
            error={faults.get(`/replies/${index}/afterSeconds`)}
            onChange={(value) => change({ afterSeconds: Math.round(Number(value) * hour) })}
          />
          {rule.kind === 'autoReply' && (
            <NumberInput
              label={t('Days of the simulated absence')}
              flex="1 1 6rem"
              min={1}
              max={90}
              value={(rule.awaySeconds ?? day) / day}
              error={faults.get(`/replies/${index}/awaySeconds`)}
              onChange={(value) => change({ awaySeconds: Math.round(Number(value) * day) })}
            />
          )}
          {inboundKinds[rule.kind].sample !== null && (
            <TextInput
              label={t('Text')}
              flex="2 1 12rem"
              value={rule.text ?? ''}
              error={faults.get(`/replies/${index}/text`)}
              onChange={({ currentTarget: { value } }) => change({ text: value === '' ? null : value })}
            />
          )}
        </>
      )}
    </RuleList>
  )
}
