import type { Knex } from 'knex'

/** A table's records from their end, at the same cost wherever the page is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- list_records in the other direction: before (p_seq, p_id). What comes in meanwhile has a greater
    -- seq, so no page holds it and none is moved by it.
    create function list_newest_records(p_table uuid, p_seq bigint, p_id bigint, p_limit int)
    returns table (seq bigint, id bigint, data jsonb, created_at timestamptz)
    language plpgsql stable
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
    as $$
    begin
      return query
        select a.seq, r.id, r.data, a.created_at
          from appends a
          cross join lateral (
            select rec.id, rec.data from records rec
             where rec.data_table_id = p_table and rec.id >= a.first_id and rec.id < a.first_id + a.count
               and (a.seq < p_seq or rec.id < p_id)
             order by rec.id desc limit p_limit) r
         where a.data_table_id = p_table and a.seq <= p_seq
         order by a.seq desc, r.id desc limit p_limit;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function list_newest_records')
}
