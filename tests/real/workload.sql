-- A workload for the sqlite3 shell: inserts, indexes, joins, aggregates,
-- recursive queries, window functions, text functions, triggers, a view.
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, town INTEGER, age INT);
CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE visit (person INT, town INT, day INT, note TEXT);
CREATE TABLE log (what TEXT, n INT);
CREATE TRIGGER person_added AFTER INSERT ON person WHEN new.id % 100 = 0
BEGIN
  INSERT INTO log VALUES ('person', new.id);
END;
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO town SELECT i, 'town ' || i FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
INSERT INTO person
SELECT i, 'person ' || (i * 7919 % 30011), i * 31 % 200 + 1, i * 17 % 90 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80000)
INSERT INTO visit
SELECT i * 37 % 30000 + 1, i * 53 % 200 + 1, i % 365, hex(i * i) FROM n;
COMMIT;
CREATE INDEX visit_person ON visit (person, day);
CREATE INDEX person_name ON person (name);
CREATE VIEW traveller AS
  SELECT p.id, p.name, count(*) AS trips FROM person p JOIN visit v
  ON v.person = p.id WHERE v.town <> p.town GROUP BY p.id;
ANALYZE;
SELECT t.name, count(*), avg(p.age) FROM person p JOIN town t ON t.id = p.town
  GROUP BY t.id ORDER BY 2 DESC, 1 LIMIT 5;
SELECT max(trips), sum(trips) FROM traveller;
SELECT p.name, t.name FROM visit v JOIN person p ON p.id = v.person
  JOIN town t ON t.id = v.town WHERE v.note LIKE '%ABC%' ORDER BY 1, 2 LIMIT 5;
SELECT town, day, row_number() OVER (PARTITION BY town ORDER BY day, person)
  AS r FROM visit ORDER BY r DESC, town LIMIT 5;
SELECT count(*) FROM person a WHERE EXISTS
  (SELECT 1 FROM visit v WHERE v.person = a.id AND v.day BETWEEN 10 AND 20);
WITH RECURSIVE walk(town, step) AS (
  SELECT 1, 0 UNION SELECT town * 3 % 200 + 1, step + 1 FROM walk
  WHERE step < 5000)
SELECT count(DISTINCT town), max(step) FROM walk;
UPDATE person SET age = age + 1 WHERE town IN
  (SELECT id FROM town WHERE name LIKE '%7');
DELETE FROM visit WHERE day % 7 = 3;
SELECT group_concat(n, ',') FROM (SELECT n FROM log ORDER BY n LIMIT 10);
SELECT upper(substr(name, 1, 3)), sum(length(replace(name, '1', 'one')))
  FROM person GROUP BY 1;
EXPLAIN QUERY PLAN SELECT * FROM traveller WHERE trips > 3;
PRAGMA integrity_check;
