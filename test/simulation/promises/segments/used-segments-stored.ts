import type { Promised } from '../promise.ts'

/**
 * Looks for published versions, jobs and segments that name a segment which is not stored. Leaves out drafts, because
 * a former version that becomes the draft again may name a deleted segment; publishing it is then refused.
 */
export const usedSegmentsStored: Promised = {
  promise: 'A segment that a published spinner, another segment or a job uses is not deleted',
  when: 'always',
  holds: async ({ model, rows, demo }) => {
    if (model.segments.length === 0) return { compared: 0, violations: [] }
    const uses = await rows<{ use: string; segment: string; isStored: boolean }>(
      `with uses as (
         select 'spinner ' || s.name as use, substr(v.audience, 9) as segment
           from spinners s join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
          where s.organization_id = $1 and v.audience like 'segment:%'
         union all
         select 'spinner ' || s.name, n.id
           from spinners s
           join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
           cross join lateral (
             select substr(e, 9) as id from unnest(v.exits) e where e like 'segment:%'
             union all select jsonb_array_elements_text(v.exclude -> 'segmentIds')
             union all select v.starts ->> 'segmentId' where v.starts ->> 'on' = 'segment') n
          where s.organization_id = $1
         union all
         select 'job ' || j.id, n.id
           from jobs j cross join lateral jsonb_array_elements_text(j.exclude -> 'segmentIds') n(id)
          where j.organization_id = $1 and is_unfinished_job(j.status)
         union all
         select 'job ' || j.id, r.segment_id::text
           from audience_parts r join jobs j on j.id = r.taken_by_job_id and is_unfinished_job(j.status)
          where j.organization_id = $1 and r.segment_id is not null
         union all
         select g.name, n #>> '{}'
           from segments g cross join jsonb_path_query(g.condition, '$.**.segmentId') n
          where g.organization_id = $1
       )
       select u.use, u.segment, exists (select from segments g where g.id::text = u.segment) as "isStored" from uses u`,
      [demo.organizationId],
    )
    const nameOf = (of: string) => model.segments.find(({ id }) => id === of)?.name ?? of
    return {
      compared: uses.length,
      violations: uses.flatMap(({ use, segment, isStored }) =>
        isStored ? [] : [`${use} uses ${nameOf(segment)}, which was deleted`],
      ),
    }
  },
}
