"""The plain way in Python: a list of dicts, loops, json and csv. run.jsonl -> _scores.json, per_sample.csv, report.md."""
import csv
import json
import os
import resource
import sys
from collections import defaultdict

KS = (1, 3, 5, 10)


def score(record):
    row = {}
    wanted = set(record["reference_doc_ids"])
    response = record["response"]
    failed = record["final_status"] in ("error", "timeout", "cancelled")
    refused = record["final_status"] == "refused"
    if wanted and record["requires_rag"]:
        ranked = []
        for result in (response or {}).get("results", []):
            document = (result.get("source") or {}).get("document_id") or result["id"]
            if document not in ranked:
                ranked.append(document)
        for k in KS:
            found = wanted & set(ranked[:k])
            row[f"hit@{k}"] = 1.0 if found else 0.0
            row[f"recall@{k}"] = len(found) / len(wanted)
        rank = next((i + 1 for i, d in enumerate(ranked) if d in wanted), None)
        row["mrr"] = 1.0 / rank if rank else 0.0
    if record["predicted_intent"] is not None and record["intent_l2"] is not None:
        row["intent_accuracy"] = 1.0 if record["predicted_intent"] == record["intent_l2"] else 0.0
    if record["should_refuse"]:
        if not failed:
            row["wrong_answer_rate"] = 0.0 if refused else 1.0
    elif not failed:
        row["false_refusal_rate"] = 1.0 if refused else 0.0
    row["request_failure_rate"] = 1.0 if failed else 0.0
    if record["first_token_ms"] is not None:
        row["ttft_ms"] = record["first_token_ms"]
    if record["latency_ms"] is not None:
        row["latency_ms"] = record["latency_ms"]
    return row


def quantile(values, q):
    ordered = sorted(values)
    position = (len(ordered) - 1) * q
    low = int(position)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


def aggregate(rows):
    columns = defaultdict(list)
    for row in rows:
        for name, value in row["scores"].items():
            columns[name].append(value)
    result = {}
    for name, values in columns.items():
        result[name] = {"n": len(values), "mean": sum(values) / len(values)}
        if name.endswith("_ms"):
            result[name]["p50"] = quantile(values, 0.5)
            result[name]["p95"] = quantile(values, 0.95)
    return result


def main(run, folder):
    os.makedirs(folder, exist_ok=True)
    rows = []
    with open(run, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            rows.append({**record, "scores": score(record)})
    by_l1, by_l2 = defaultdict(list), defaultdict(list)
    for row in rows:
        by_l1[row["intent_l1"]].append(row)
        by_l2[row["intent_l2"]].append(row)
    scores = {
        "overall": aggregate(rows),
        "by_intent_l1": {str(key): aggregate(group) for key, group in by_l1.items()},
        "by_intent_l2": {str(key): aggregate(group) for key, group in by_l2.items()},
        "per_sample": {row["query_id"]: row["scores"] for row in rows},
    }
    with open(os.path.join(folder, "_scores.json"), "w", encoding="utf-8") as out:
        json.dump(scores, out, ensure_ascii=False, indent=2)
    names = list(scores["overall"])
    with open(os.path.join(folder, "per_sample.csv"), "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["query_id", "intent_l1", "intent_l2", "user_input", "answer", *names])
        for row in rows:
            answer = (row["response"] or {}).get("answer") or ""
            cells = [row["scores"].get(name, "") for name in names]
            writer.writerow([row["query_id"], row["intent_l1"], row["intent_l2"], row["user_input"], answer[:200], *cells])
    with open(os.path.join(folder, "failures.jsonl"), "w", encoding="utf-8") as out:
        for row in rows:
            reasons = [name for name in ("wrong_answer_rate", "false_refusal_rate", "request_failure_rate") if row["scores"].get(name) == 1.0]
            if row["scores"].get("hit@5") == 0.0:
                reasons.append("hit@5_miss")
            if reasons:
                failure = {key: row[key] for key in ("query_id", "intent_l1", "intent_l2", "user_input", "reference_doc_ids", "final_status", "scores")}
                out.write(json.dumps({**failure, "failure_reasons": reasons}, ensure_ascii=False) + "\n")
    with open(os.path.join(folder, "report.md"), "w", encoding="utf-8") as out:
        for title, groups in (("overall", {"all": scores["overall"]}), ("l1", scores["by_intent_l1"]), ("l2", scores["by_intent_l2"])):
            out.write(f"## {title}\n\n| slice | " + " | ".join(names) + " |\n" + "|---" * (len(names) + 1) + "|\n")
            for key, group in groups.items():
                cells = [f"{group[name]['mean']:.4f} (n={group[name]['n']})" if name in group else "–" for name in names]
                out.write(f"| {key} | " + " | ".join(cells) + " |\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"cpu": (usage.ru_utime + usage.ru_stime) * 1000, "peak": usage.ru_maxrss / 1024}))
