-- Returns the domain of an e-mail address if it identifies a company; null for public mail providers. The list of
-- these providers is that of src/domain/person/company-domain.ts.
create or replace function company_domain(p_address text) returns text
language plpgsql immutable
as $$
declare
  domain text := split_part(p_address, '@', -1);
begin
  return case when domain <> all(array[
      'aol.com', 'btinternet.com', 'comcast.net', 'fastmail.com', 'free.fr', 'gmail.com', 'gmx.at', 'gmx.ch',
      'gmx.com', 'gmx.de', 'gmx.net', 'googlemail.com', 'hey.com', 'hotmail.co.uk', 'hotmail.com', 'hotmail.de',
      'hotmail.fr', 'hotmail.it', 'icloud.com', 'laposte.net', 'libero.it', 'live.co.uk', 'live.com', 'live.de',
      'live.fr', 'mac.com', 'mail.com', 'mail.ru', 'me.com', 'msn.com', 'orange.fr', 'outlook.com', 'outlook.de',
      'outlook.fr', 'pm.me', 'proton.me', 'protonmail.com', 'qq.com', 'rocketmail.com', 'sfr.fr', 't-online.de',
      'web.de', 'yahoo.co.in', 'yahoo.co.jp', 'yahoo.co.uk', 'yahoo.com', 'yahoo.de', 'yahoo.fr', 'yahoo.it',
      'yandex.com', 'yandex.ru', 'ymail.com', 'zoho.com', '126.com', '163.com'
   ]) then domain end;
end $$;
